/** What is asked of one thing that rows name: ids that they have, and ids that they don't have. '' is to name none. */
export interface Wanted {
  in: readonly string[]
  notIn: readonly string[]
}
