export function ItemPage() {
  return <h1>Item</h1>;
}
