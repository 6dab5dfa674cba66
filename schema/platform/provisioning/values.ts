/** What a provider says of a person that places them in the company, in its own words. */
export interface PersonAttributes {
  /** Null: the provider says there is none. Undefined: it says nothing. */
  department?: string | null | undefined
  businessUnit?: string | null | undefined
  entity?: string | null | undefined
  /** Those named, of all that the provider has. Others stay as they are. */
  groups?: readonly string[] | undefined
}

/** How long the old key still works when another one takes its place. */
export const OVERLAP_DAYS = [0, 1, 7, 14] as const
export const USUAL_OVERLAP_DAYS = 7
