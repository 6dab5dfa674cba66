/** Moves in lists and between lists. A slot is a gap: slot 0 is before the first entry, slot n after the last. */

export const moveToSlot = <T>(list: readonly T[], from: number, slot: number): T[] => {
  const item = list[from]
  if (item === undefined) return [...list]
  const rest = list.filter((_, i) => i !== from)
  rest.splice(slot > from ? slot - 1 : slot, 0, item)
  return rest
}

export const insertAt = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
]

/** Groups with items, for dragging: steps with questions, levels with rules. */
export interface ReorderGroup {
  id: string
  label: string
  items: { id: string; label: string }[]
}

export type DragKind = 'group' | 'item'

export interface Slot {
  id: string
  kind: DragKind
  /** For an item slot: its group. */
  groupId: string
  index: number
}

export const slotId = (kind: DragKind, groupId: string, index: number): string => `${kind}:${groupId}:${index}`

/** Every gap that such an entry can be dropped into, in screen order. */
export const slotsOf = (groups: readonly ReorderGroup[], kind: DragKind): Slot[] =>
  kind === 'group'
    ? [...groups.keys(), groups.length].map((index) => ({ id: slotId(kind, '', index), kind, groupId: '', index }))
    : groups.flatMap((group) =>
        [...group.items.keys(), group.items.length].map((index) => ({
          id: slotId(kind, group.id, index),
          kind,
          groupId: group.id,
          index,
        })),
      )

/** The gaps right before and after an entry leave it where it is. The first of them means "stay". */
export const reachableSlots = (groups: readonly ReorderGroup[], kind: DragKind, activeId: string): Slot[] => {
  const home = homeSlot(groups, kind, activeId)
  return slotsOf(groups, kind).filter((slot) => slot.groupId !== home?.groupId || slot.index !== home.index + 1)
}

export const homeSlot = (groups: readonly ReorderGroup[], kind: DragKind, activeId: string): Slot | null => {
  if (kind === 'group') {
    const index = groups.findIndex((group) => group.id === activeId)
    return index < 0 ? null : { id: slotId(kind, '', index), kind, groupId: '', index }
  }
  for (const group of groups) {
    const index = group.items.findIndex((item) => item.id === activeId)
    if (index >= 0) return { id: slotId(kind, group.id, index), kind, groupId: group.id, index }
  }
  return null
}

/** Where a slot is, for screen readers: "in Basics, before Amount". */
export const slotWords = (groups: readonly ReorderGroup[], slot: Slot): string => {
  if (slot.kind === 'group') {
    const next = groups[slot.index]
    return next ? `before ${next.label}` : 'at the end'
  }
  const group = groups.find((candidate) => candidate.id === slot.groupId)
  const next = group?.items[slot.index]
  return `in ${group?.label ?? 'the list'}, ${next ? `before ${next.label}` : 'at the end'}`
}
