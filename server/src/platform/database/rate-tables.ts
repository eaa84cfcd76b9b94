/** One row per caller of the last minute: see `createDatabaseRateLimiter`. */
export interface RateCountsTable {
  payer: string;
  most: number;
  asked: number;
  granted: number;
  untils: string[];
  counts: number[];
}
