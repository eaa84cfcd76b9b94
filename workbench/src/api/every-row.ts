/** Reads all pages of a list, like `listAll` of the SDK. */
export async function everyRow<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of pages) rows.push(row);
  return rows;
}
