/** The parameters of a statement. Each value is bound to the next number. */
export class Params {
  readonly values: unknown[]
  constructor(...values: unknown[]) {
    this.values = values
  }
  readonly bind = (value: unknown): string => `?${this.values.push(value)}`
}
