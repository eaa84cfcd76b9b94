// The script of the pages of /docs, plain JavaScript as browsers load it: the theme chosen in the workbench, buttons that
// copy code, and results while you type. The pages work without it.

const darkness = matchMedia("(prefers-color-scheme: dark)");
showTheme();
darkness.addEventListener("change", showTheme);
document.addEventListener("DOMContentLoaded", () => {
  if (navigator.clipboard) for (const block of document.querySelectorAll("pre")) addCopyButton(block);
  const input = document.querySelector('input[type="search"]');
  suggestIn(input);
  focusByKey(input);
});

/** As workbench/src/design/appearance.ts does, from the same choice. */
function showTheme() {
  const { theme = "system", density = "comfortable" } = JSON.parse(
    localStorage.getItem("assay-appearance") ?? "{}",
  );
  const isDark = theme === "system" ? darkness.matches : theme === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.dataset.density = density;
}

function addCopyButton(block) {
  const button = create("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_000);
  });
  const frame = create("div", { className: "code" });
  block.replaceWith(frame);
  frame.append(block, button);
}

/** `/` and Ctrl+K (⌘K) go to the search, unless a text is being written. */
function focusByKey(input) {
  document.addEventListener("keydown", (event) => {
    const isShortcut = event.key === "k" && (event.ctrlKey || event.metaKey);
    const isWriting = event.target instanceof HTMLInputElement;
    if (!isShortcut && (event.key !== "/" || isWriting || event.ctrlKey || event.altKey || event.metaKey))
      return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** A list of results under the input: arrow keys choose, Enter opens the chosen one or the page of results, Escape closes. */
function suggestIn(input) {
  const list = create("ul", { id: "results", role: "listbox", hidden: true, ariaLabel: "Results" });
  input.after(list);
  const attributes = { role: "combobox", "aria-controls": "results", "aria-autocomplete": "list" };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  let chosen = -1;
  let timer;
  let latest = 0;

  function choose(index) {
    const options = [...list.children];
    chosen = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [place, option] of options.entries())
      option.setAttribute("aria-selected", String(place === chosen));
    input.setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    options[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function show(found) {
    list.replaceChildren(...found.slice(0, 8).map(optionOf));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  }

  async function search() {
    latest += 1;
    const asked = latest;
    const query = input.value.trim();
    const response =
      query === "" ? undefined : await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`);
    const { data } = response?.ok ? await response.json() : { data: [] };
    if (asked === latest) show(data);
  }

  show([]);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 300); // not at each key: a network has 60 searches a minute
  });
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show([]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !list.hidden) choose(chosen < 0 && step < 0 ? -1 : chosen + step);
    else if (event.key === "Enter" && chosen >= 0) list.children[chosen].querySelector("a").click();
    else return;
    event.preventDefault();
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the list open until the click
}

function optionOf({ url, page, heading, excerpt }, index) {
  const option = create("li", { id: `result-${index}`, role: "option" });
  const link = create("a", { href: url, tabIndex: -1 });
  link.append(
    create("strong", { textContent: heading }),
    create("small", { textContent: heading === page ? "" : page }),
    create("span", { textContent: excerpt }),
  );
  option.append(link);
  return option;
}

function create(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
