export function BatchPage() {
  return <h1>Batch</h1>;
}
