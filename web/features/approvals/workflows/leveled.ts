import { insertAt, moveToSlot } from '../../../ui/reorder/moves.ts'

/** Editing rules in levels. Levels are numbered 1, 2, 3 … in their order, rules by ordinal. */

export interface LeveledRule {
  id: string
  label: string
  ordinal: number
}

export interface Level<R> {
  id: string
  number: number
  rules: R[]
}

export interface Leveled<R> {
  levels: Level<R>[]
}

/** The rules of what is edited. */
export type RuleIn<D> = D extends Leveled<infer R> ? R : never
type AnyLeveled = Leveled<LeveledRule>

const withLevels = <D extends AnyLeveled>(definition: D, levels: Level<LeveledRule>[]): D => ({
  ...definition,
  levels: levels.map((level, i) => ({
    ...level,
    number: i + 1,
    rules: level.rules.map((rule, j) => ({ ...rule, ordinal: j })),
  })),
})

export const mapLevels = <D extends AnyLeveled>(
  definition: D,
  change: (level: Level<RuleIn<D>>) => Level<LeveledRule>,
): D => withLevels(definition, (definition.levels as Level<RuleIn<D>>[]).map(change))

export const findRule = <D extends AnyLeveled>(
  definition: D,
  id: string,
): { rule: RuleIn<D>; level: D['levels'][number]; index: number } | null => {
  for (const level of definition.levels) {
    const index = level.rules.findIndex((rule) => rule.id === id)
    const rule = level.rules[index]
    if (rule) return { rule: rule as RuleIn<D>, level, index }
  }
  return null
}

export const addLevel = <D extends AnyLeveled>(definition: D, id: string, rule: RuleIn<D>): D =>
  withLevels(definition, [...definition.levels, { id, number: 0, rules: [rule as LeveledRule] }])

export const moveLevel = <D extends AnyLeveled>(definition: D, id: string, slot: number): D =>
  withLevels(
    definition,
    moveToSlot(
      definition.levels,
      definition.levels.findIndex((level) => level.id === id),
      slot,
    ),
  )

export const removeLevel = <D extends AnyLeveled>(definition: D, id: string): D =>
  withLevels(
    definition,
    definition.levels.filter((level) => level.id !== id),
  )

export const duplicateLevel = <D extends AnyLeveled>(
  definition: D,
  id: string,
  copyId: string,
  newId: () => string,
): D => {
  const index = definition.levels.findIndex((level) => level.id === id)
  const level = definition.levels[index]
  if (!level) return definition
  const copy = { ...level, id: copyId, rules: level.rules.map((rule) => ({ ...rule, id: newId() })) }
  return withLevels(definition, insertAt(definition.levels, index + 1, copy))
}

export const addRule = <D extends AnyLeveled>(definition: D, levelId: string, rule: RuleIn<D>, slot?: number): D =>
  mapLevels(definition, (level) =>
    level.id === levelId
      ? { ...level, rules: insertAt<LeveledRule>(level.rules, slot ?? level.rules.length, rule) }
      : level,
  )

export const updateRule = <D extends AnyLeveled>(definition: D, id: string, patch: Partial<RuleIn<D>>): D =>
  mapLevels(definition, (level) => ({
    ...level,
    rules: level.rules.map((rule: LeveledRule) => (rule.id === id ? { ...rule, ...patch, id } : rule)),
  }))

export const duplicateRule = <D extends AnyLeveled>(definition: D, id: string, copyId: string): D => {
  const found = findRule(definition, id)
  if (!found) return definition
  const rule: LeveledRule = found.rule
  const label = rule.label && `${rule.label} (copy)`.slice(0, 200)
  return addRule(definition, found.level.id, { ...rule, id: copyId, label } as RuleIn<D>, found.index + 1)
}

export const moveRule = <D extends AnyLeveled>(definition: D, id: string, toLevelId: string, slot: number): D => {
  const found = findRule(definition, id)
  if (!found || !definition.levels.some((level) => level.id === toLevelId)) return definition
  if (found.level.id === toLevelId) {
    return mapLevels(definition, (level) =>
      level.id === toLevelId ? { ...level, rules: moveToSlot(level.rules, found.index, slot) } : level,
    )
  }
  return addRule(removeRule(definition, id), toLevelId, found.rule, slot)
}

export const removeRule = <D extends AnyLeveled>(definition: D, id: string): D =>
  mapLevels(definition, (level) => ({
    ...level,
    rules: level.rules.filter((rule: LeveledRule) => rule.id !== id),
  }))
