import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'

/** The layout of the drawn workflow: a column of levels, with the blocks of a level side by side. */
export interface Box {
  id: string
  x: number
  y: number
  width: number
  height: number
}
export interface BlockBox extends Box {
  rule: WorkflowRule
}
export interface LevelBox extends Box {
  number: number
}
export interface PictureLayout {
  start: Box
  levels: LevelBox[]
  blocks: BlockBox[]
  end: Box
  edges: { id: string; source: string; target: string }[]
}

const BLOCK = { width: 192, height: 72, withCondition: 104, usual: 18, gap: 12 }
const LEVEL = { padding: 12, title: 28, gap: 36 }
const END = { width: 192, height: 36 }
const START_WITH_ENTRY = { width: 260, height: 72 }
/** Further blocks of a level go into a second row, so that the fitted picture stays readable. */
export const PER_ROW = 3

const chunk = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const hasCondition = (rule: WorkflowRule): boolean =>
  rule.conditionAnyOfs.length + rule.conditionNumerics.length + rule.conditionBooleans.length > 0

/** @param withUsual rules with a line about how long they usually take */
export const layOut = (
  definition: WorkflowDefinition,
  withUsual?: Pick<ReadonlyMap<string, unknown>, 'has'>,
): PictureLayout => {
  const entry = definition.entryPoints
  const hasEntry = entry.conditionAnyOfs.length + entry.conditionNumerics.length + entry.conditionBooleans.length > 0
  const startSize = hasEntry ? START_WITH_ENTRY : END
  const levels: LevelBox[] = []
  const blocks: BlockBox[] = []
  let y = startSize.height + LEVEL.gap
  for (const level of definition.levels) {
    const rows = chunk(level.rules, PER_ROW)
    const columns = Math.max(1, ...rows.map((row) => row.length))
    const width = columns * BLOCK.width + (columns - 1) * BLOCK.gap + 2 * LEVEL.padding
    const usual = level.rules.some(({ id }) => withUsual?.has(id)) ? BLOCK.usual : 0
    const height = (level.rules.some(hasCondition) ? BLOCK.withCondition : BLOCK.height) + usual
    let rowY = y + LEVEL.title
    for (const row of rows) {
      const rowWidth = row.length * BLOCK.width + (row.length - 1) * BLOCK.gap
      row.forEach((rule, i) => {
        blocks.push({
          id: rule.id,
          rule,
          x: -rowWidth / 2 + i * (BLOCK.width + BLOCK.gap),
          y: rowY,
          width: BLOCK.width,
          height,
        })
      })
      rowY += height + BLOCK.gap
    }
    if (rows.length === 0) rowY += BLOCK.gap
    const levelHeight = rowY - BLOCK.gap + LEVEL.padding - y
    levels.push({ id: level.id, number: level.number, x: -width / 2, y, width, height: levelHeight })
    y += levelHeight + LEVEL.gap
  }
  const chain = ['start', ...levels.map((level) => level.id), 'end']
  return {
    start: { id: 'start', x: -startSize.width / 2, y: 0, ...startSize },
    levels,
    blocks,
    end: { id: 'end', x: -END.width / 2, y, ...END },
    edges: chain.slice(1).map((target, i) => {
      const source = chain[i] ?? 'start'
      return { id: `${source}-${target}`, source, target }
    }),
  }
}
