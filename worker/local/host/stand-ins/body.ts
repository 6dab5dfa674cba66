/** These answers have no body: even an empty one is refused with them. */
const WITHOUT_BODY = [101, 204, 205, 304]

/** The body of a stand-in's answer, to be passed on. Null for those that have none. */
export const bodyOf = async (answer: Response): Promise<ArrayBuffer | null> =>
  WITHOUT_BODY.includes(answer.status) ? null : answer.arrayBuffer()
