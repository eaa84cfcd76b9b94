/** All rows of a list that the API gives page by page, such as `listAll` of the SDK reads. */
export async function everyRow<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of pages) rows.push(row);
  return rows;
}
