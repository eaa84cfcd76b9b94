/** The cookies of a `Cookie` header in the form that Playwright adds for `origin`. */
export function cookiesOf(header: string, origin: string) {
  return header.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
}
