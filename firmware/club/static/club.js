// The board of the evening. Whatever comes from tables is put in as text, never as markup.
"use strict";
const $ = (id) => document.getElementById(id);
const make = (tag, words, kind) => {
  const node = document.createElement(tag);
  if (words !== undefined) node.textContent = words;
  if (kind) node.className = kind;
  return node;
};
const organiser = document.body.dataset.role === "organiser";
let board = null;

function fill(id, nodes) { $(id).replaceChildren(...nodes); }

function drawClock() {
  const clock = $("clock");
  if (!board || board.ends_at === null) { clock.textContent = ""; return; }
  const left = Math.round(board.ends_at - Date.now() / 1000);
  const at = Math.abs(left);
  clock.textContent = (left < 0 ? "+" : "") + Math.floor(at / 60) + ":" + String(at % 60).padStart(2, "0");
  clock.classList.toggle("over", left < 0);
}

function row(cells) {
  const line = make("tr");
  line.append(...cells.map((cell) => make("td", cell === null ? "" : String(cell))));
  return line;
}

function draw() {
  const w = board.words;
  $("title").textContent = board.round ? w["club.round"].replace("{number}", board.round) : w["club.title"];
  $("lost").hidden = board.connected;
  $("lost").textContent = w["club.broker_gone"];
  for (const part of ["standings", "seats", "tables", "results"]) $("h-" + part).textContent = w["club." + part];
  $("h-seats").hidden = board.seats.length === 0;
  fill("head", ["", w["club.name"], w["club.games"], w["club.wins"], w["club.rating"]].map((words) => make("th", words)));
  fill("standings", board.standings.map((one, at) => row([at + 1, one.name, one.games, one.wins, one.rating])));
  fill("seats", board.seats.map((one) => {
    const line = make("li");
    line.append(make("b", one.table), make("span", one.people.join(", ")));
    return line;
  }));
  fill("tables", board.tables.map((one) => {
    const line = make("li", undefined, one.online ? "" : "away");
    const says = !one.online ? w["club.away"] : !one.game ? w["club.free"] : one.game + ": " + one.players.join(", ");
    line.append(make("b", one.name), make("span", says + (one.finished ? " – " + w["club.finished"] : "")));
    return line;
  }));
  fill("results", board.results.map((one) => {
    const line = make("li");
    line.append(make("b", one.table + ", " + one.game));
    one.players.forEach((name, seat) => {
      const score = one.scores.length ? " " + one.scores[seat] : "";
      if (seat) line.append(", ");
      line.append(make("span", name + score, one.winners.includes(name) ? "won" : ""));
    });
    return line;
  }));
  fill("notices", organiser ? board.notices.map((one) => make("li", (one.table ? one.table + ": " : "") + one.says, "notice")) : []);
  if (organiser) drawArrange();
  drawClock();
}

function send(told) {
  return fetch("/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(told) });
}

function button(words, told) {
  const node = make("button", words);
  node.onclick = () => send(told());
  return node;
}

let people = "";
function drawArrange() {
  const now = JSON.stringify([board.people, board.round, board.minutes]);
  if (now === people) return; // what is being typed stays
  people = now;
  const w = board.words, section = $("arrange"), name = make("input"), minutes = make("input");
  section.hidden = false;
  name.placeholder = w["club.who"]; name.maxLength = 60; name.setAttribute("aria-label", w["club.who"]);
  name.onkeydown = (key) => { if (key.key === "Enter") send({ do: "arrive", name: name.value }); };
  minutes.type = "number"; minutes.min = 1; minutes.max = 600; minutes.value = board.minutes;
  minutes.setAttribute("aria-label", w["club.minutes"]);
  const list = make("p");
  list.append(...board.people.map((one) => button(one + " ×", () => ({ do: "leave", name: one }))));
  const files = ["results.csv", "standings.csv", "evening.json"].map((file) => {
    const link = make("a", file);
    link.href = "/export/" + file;
    return link;
  });
  section.replaceChildren(
    name, button(w["club.arrive"], () => ({ do: "arrive", name: name.value })), list, minutes,
    button(w["club.pair"], () => ({ do: "pair", minutes: Number(minutes.value) })),
    button(w["club.open"], () => ({ do: "open", minutes: Number(minutes.value) })),
    button(w["club.end"], () => ({ do: "end" })), ...files);
}

const stream = new EventSource("/events");
stream.addEventListener("board", (message) => { board = JSON.parse(message.data); draw(); });
stream.onerror = () => { if (board) { $("lost").hidden = false; $("lost").textContent = board.words["club.page_gone"]; } };
setInterval(drawClock, 500);
