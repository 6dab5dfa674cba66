/** A block's id says what it belongs to, so that it is found in that row. */

interface BlockPlace {
  targetId: string
  run: number
  /** Counts over all runs, so that no id is used twice. */
  serial: number
}

export const blockIdOf = ({ targetId, run, serial }: BlockPlace): string => `${targetId}-${run}-${serial}`

export const serialOf = (id: string): number => Number(id.split('-').at(-1))
export const runOf = (id: string): number => Number(id.split('-').at(-2))

/** SQL of the id of what a block belongs to. @param id SQL of the block's id */
export const targetOfBlock = (id: string): string =>
  `rtrim(rtrim(rtrim(rtrim(${id}, '0123456789'), '-'), '0123456789'), '-')`

/** SQL condition on `level_group_statuses`: it is this block. @param id SQL of its id @param block the table's alias */
export const isBlock = (id: string, block = 'level_group_statuses'): string =>
  `${block}.target_id = ${targetOfBlock(id)} AND ${block}.id = ${id}`
