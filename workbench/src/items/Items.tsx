export function Items() {
  return <h1>Items</h1>;
}
