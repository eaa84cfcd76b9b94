/** The message of a fault: that of the API, of the connection or of the session. */
export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
