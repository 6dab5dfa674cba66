/**
 * An amount in shares of these weights, in whole minor units, which add up to it. Weights have one sign, and their sum
 * isn't zero.
 */
export const allocate = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n) throw new RangeError('Nothing can be shared by weights that add up to nothing')
  let given = 0n
  let weight = 0n
  return weights.map((one) => {
    weight += BigInt(one)
    // Rounded down as a running sum, so that the last one takes the remainder.
    const share = (BigInt(total) * weight) / sum - given
    given += share
    return Number(share)
  })
}
