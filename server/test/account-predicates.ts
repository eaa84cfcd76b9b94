import { parseSync } from "libpg-query";

/**
 * The tables of `tables`, each with its alias, that a statement reads or writes without naming their account: the condition
 * `account_id = …` for what it reads, changes and deletes, joined tables included; the column for what it inserts. A
 * condition that only compares the accounts of such tables with each other names none. Call `loadModule` of
 * `libpg-query` first.
 */
export function unnamedAccounts(text: string, tables: ReadonlySet<string>): string[] {
  const { stmts = [] } = parseSync(text);
  const names = new Set(nodesOf(stmts, "CommonTableExpr").map(({ ctename }) => String(ctename)));
  const isOfAccount = (name: unknown) => typeof name === "string" && tables.has(name) && !names.has(name);
  const queries = ["SelectStmt", "UpdateStmt", "DeleteStmt"].flatMap((kind) => nodesOf(stmts, kind));
  const inserts = nodesOf(stmts, "InsertStmt").flatMap(({ relation, cols }) => {
    const { relname } = asNode(relation);
    const columns = nodesOf(cols, "ResTarget").map(({ name }) => name);
    return isOfAccount(relname) && !columns.includes("account_id") ? [`${relname} (inserted)`] : [];
  });
  return [...queries.flatMap((query) => unnamedIn(query, isOfAccount)), ...inserts];
}

type Node = Readonly<Record<string, unknown>>;

/** One query without its sub-queries. */
function unnamedIn(query: Node, isOfAccount: (name: unknown) => boolean): string[] {
  const { joined, conditions } = sourcesOf(query);
  const tables = new Map(
    joined.flatMap((table) => {
      const { relname, alias } = table;
      return isOfAccount(relname) ? [[String(asNode(alias).aliasname ?? relname), String(relname)]] : [];
    }),
  );
  const pairs = conditions
    .flatMap(conjuncts)
    .map((condition) => sidesOf(condition).flatMap((side) => tableOf(side, tables) ?? []));
  const named = namedBy(pairs);
  return [...tables].filter(([alias]) => !named.has(alias)).map(([alias, name]) => `${name} as ${alias}`);
}

/** The tables whose account is compared with a value, or with that of such a table, at any remove. */
function namedBy(comparisons: readonly (readonly string[])[]): ReadonlySet<string> {
  const named = new Set(comparisons.flatMap(([one, ...others]) => (others.length === 0 ? (one ?? []) : [])));
  const pairs = comparisons.filter((pair) => pair.length === 2);
  for (let before = -1; before < named.size; ) {
    before = named.size;
    for (const pair of pairs.filter((two) => two.some((one) => named.has(one)))) {
      for (const one of pair) named.add(one);
    }
  }
  return named;
}

/** The tables in FROM or USING with the changed one, and the conditions on them. */
function sourcesOf({ relation, fromClause, usingClause, whereClause }: Node) {
  const joined: Node[] = relation === undefined ? [] : [asNode(relation)];
  const conditions: Node[] = whereClause === undefined ? [] : [asNode(whereClause)];
  const add = (source: Node) => {
    const { RangeVar, JoinExpr } = source;
    if (RangeVar !== undefined) joined.push(asNode(RangeVar));
    if (JoinExpr === undefined) return;
    const { larg, rarg, quals } = asNode(JoinExpr);
    add(asNode(larg));
    add(asNode(rarg));
    if (quals !== undefined) conditions.push(asNode(quals));
  };
  for (const source of [...listOf(fromClause), ...listOf(usingClause)]) add(source);
  return { joined, conditions };
}

/** The conditions that all hold if `condition` does. */
function conjuncts(condition: Node): Node[] {
  const { boolop, args } = asNode(condition.BoolExpr);
  return boolop === "AND_EXPR" ? listOf(args).flatMap(conjuncts) : [condition];
}

/** The sides of `a = b`, `a = any (b)` and `a in (b)`. */
function sidesOf(condition: Node): unknown[] {
  const { kind, name, lexpr, rexpr } = asNode(condition.A_Expr);
  const [operator] = nodesOf(name, "String").map(({ sval }) => sval);
  const isEqual = ["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN"].includes(String(kind)) && operator === "=";
  return isEqual ? [lexpr, rexpr] : [];
}

/** The alias of the table whose `account_id` an expression is. */
function tableOf(side: unknown, tables: ReadonlyMap<string, string>): string | undefined {
  const names = nodesOf(asNode(asNode(side).ColumnRef).fields, "String").map(({ sval }) => String(sval));
  if (names.at(-1) !== "account_id") return undefined;
  const [alias] = names.length > 1 ? names.slice(-2) : tables.keys(); // PostgreSQL refuses the bare name if two have it
  return alias !== undefined && tables.has(alias) ? alias : undefined;
}

/** Every node of a kind within `tree`, at any depth. */
function nodesOf(tree: unknown, kind: string): Node[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind ? [asNode(value)] : []),
    ...nodesOf(value, kind),
  ]);
}

function asNode(value: unknown): Node {
  return Object(value);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(asNode) : [];
}
