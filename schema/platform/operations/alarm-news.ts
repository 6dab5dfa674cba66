/** What people are told of alarms in one message. */
export interface AlarmNews {
  events: { event: 'BEGAN' | 'ENDED' | 'STILL_ON' | 'TRIAL'; kind: string; text: string; since: number }[]
  /** Further ones, which have no room. */
  more: number
}
