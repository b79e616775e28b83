// Shows the sheets that the table sends, and sends back what is touched. It decides nothing.
"use strict";

const HELD_MS = 600;
const NOTE_MS = 4000;
const RETRY_MS = 1500;
const REPLY_MS = 3000;
const SILENT_MS = 40000;

const part = (name) => document.getElementById(name);
let sheet = null;
let source = null;
let noteTimer = 0;
let replyTimer = 0;
let silenceTimer = 0;
let retryTimer = 0;

function shape() {
  return `${window.innerWidth}x${window.innerHeight}`;
}

function showNote(words) {
  part("note").textContent = words || "";
  clearTimeout(noteTimer);
  if (words) noteTimer = setTimeout(() => { part("note").textContent = ""; }, NOTE_MS);
}

function fit() {
  if (!sheet) return;
  const [wide, high] = sheet.size;
  const scale = Math.min(window.innerWidth / wide, window.innerHeight / high);
  const area = part("sheet").style;
  area.width = `${wide * scale}px`;
  area.height = `${high * scale}px`;
}

function place(button, [x, y, w, h], ring) {
  const [wide, high] = sheet.size;
  const style = button.style;
  style.left = `${(100 * x) / wide}%`;
  style.top = `${(100 * y) / high}%`;
  style.width = `${(100 * w) / wide}%`;
  style.height = `${(100 * h) / high}%`;
  style.borderRadius = `${ring}px`;
}

function makeButton(key) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.key = key;
  let timer = 0;
  let held = false;
  button.addEventListener("pointerdown", () => {
    held = false;
    timer = setTimeout(() => { held = true; press(key, true); }, HELD_MS);
  });
  for (const gone of ["pointerleave", "pointercancel", "pointerup"]) {
    button.addEventListener(gone, () => clearTimeout(timer));
  }
  button.addEventListener("click", () => { if (!held) press(key, false); held = false; });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

// Only what everybody may hear is said. Browsers speak only after a touch, so the button that switches it on says a nothing.
function say(words) {
  if (!("speechSynthesis" in window)) return;
  window.speechSynthesis.cancel();
  const speech = new SpeechSynthesisUtterance(words);
  speech.lang = document.documentElement.lang;
  window.speechSynthesis.speak(speech);
}

function showButtons(buttons) {
  const here = new Map([...part("buttons").children].map((button) => [button.dataset.key, button]));
  const focused = document.activeElement && document.activeElement.dataset.key;
  const shown = buttons.map(({ key, says, box, ring }) => {
    const button = here.get(key) || makeButton(key);
    button.textContent = says;
    button.setAttribute("aria-label", says);
    place(button, box, ring);
    return button;
  });
  part("buttons").replaceChildren(...shown);
  if (focused && here.has(focused)) {
    const again = shown.find((button) => button.dataset.key === focused);
    (again || part("now")).focus({ preventScroll: true });
  }
}

function show(next) {
  const fresh = !sheet || next.now !== sheet.now || next.story !== sheet.story;
  const spoken = sheet ? sheet.aloud : next.aloud;
  const noted = sheet ? sheet.noted : next.noted;
  sheet = next;
  document.documentElement.lang = next.language;
  part("phone").hidden = false;
  part("picture").innerHTML = next.svg;
  part("words").replaceChildren(...next.words.map((words) => {
    const line = document.createElement("li");
    line.textContent = words;
    return line;
  }));
  if (fresh) {
    part("now").textContent = next.now;
    part("story").textContent = next.story;
  }
  showButtons(next.buttons);
  if (next.note && next.noted !== noted) showNote(next.note);
  if (next.aloud && next.aloud !== spoken) say(next.aloud);
  fit();
}

async function send(path, body) {
  clearTimeout(replyTimer);
  replyTimer = setTimeout(connect, REPLY_MS);
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    if (answer.status === 401) { location.reload(); return; }
    const told = await answer.json();
    if (told.note) showNote(told.note);
  } catch (fault) {
    showNote(sheet && sheet.lost);
    connect();
  }
}

function press(key, held) {
  if (key === "aloud") say("");
  if (sheet) send("/press", { at: sheet.at, key, held });
}

function pressNearest(event) {
  const area = part("picture").getBoundingClientRect();
  const x = ((event.clientX - area.left) * sheet.size[0]) / area.width;
  const y = ((event.clientY - area.top) * sheet.size[1]) / area.height;
  const reach = (button) => Math.hypot(button.box[0] + button.box[2] / 2 - x, button.box[1] + button.box[3] / 2 - y);
  const near = sheet.buttons.filter((button) => button.snaps).sort((one, other) => reach(one) - reach(other))[0];
  if (near && reach(near) <= 1.5 * near.box[2]) press(near.key, false);
}

// A connection can die without a word, as it does while a phone sleeps. The table says often that it is there.
function hear() {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(connect, SILENT_MS);
}

function connect() {
  clearTimeout(replyTimer);
  if (source) source.close();
  hear();
  source = new EventSource(`/events?shape=${shape()}`);
  source.addEventListener("here", hear);
  source.addEventListener("sheet", (event) => { clearTimeout(replyTimer); hear(); show(JSON.parse(event.data)); });
  source.addEventListener("gone", () => { source.close(); location.reload(); });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(retryTimer);
      retryTimer = setTimeout(connect, RETRY_MS);
    }
    if (sheet) showNote(sheet.lost);
  };
}

let turning = 0;
window.addEventListener("resize", () => {
  fit();
  clearTimeout(turning);
  turning = setTimeout(connect, 250);
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
window.addEventListener("online", connect);
part("picture").addEventListener("click", pressNearest);
connect();
