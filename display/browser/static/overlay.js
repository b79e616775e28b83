// The latest roll, laid over a stream.
"use strict";
const BODIES = ["red", "blue", "green", "purple", "yellow", "white", "black"];
const stream = new EventSource(location.pathname.replace("/overlay", "/rolls"));
stream.addEventListener("roll", (message) => {
  const roll = JSON.parse(message.data);
  document.getElementById("dice").replaceChildren(...roll.dice.map((die) => {
    const face = document.createElement("li");
    face.textContent = die.value;
    if (BODIES.includes(die.body)) face.className = die.body;
    return face;
  }));
  document.getElementById("sum").textContent = roll.dice.length > 1 ? roll.sum : "";
  document.body.classList.toggle("unsure", !roll.sure);
});
