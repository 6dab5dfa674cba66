import type { z } from 'zod'
import type { ReferenceKind } from '../../../../schema/platform/configuration/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** The parts of a configuration. Each area registers its own, so that this one knows none of them. */

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain }
export type Path = readonly (string | number)[]

/** Turns ids into names, for the file. */
export interface Reading {
  /** "(deleted)" for what is no longer there. */
  nameOf(kind: ReferenceKind, id: string): string
  namesOf(kind: ReferenceKind, ids: readonly string[]): string[]
  /** Minor units of the company's currency in major ones. */
  amount(minor: number): number
}

/** Turns names into ids, and keeps what is wrong with them. */
export interface Writing {
  /** Null if it is left out. */
  idOf(kind: ReferenceKind, name: string, path: Path): string | null
  idsOf(kind: ReferenceKind, names: readonly string[], path: Path): string[]
  minor(amount: number, path: Path): number
  newId(): string
  /** Where a part is in the file, so that later problems with its id find the line. */
  place(id: string, path: Path): void
  problem(path: Path, message: string): void
  warn(path: Path, message: string): void
}

export interface Stored<Raw> {
  id: string
  name: string
  /** With its ids, so that it can be restored exactly. */
  raw: Raw
}

export interface SectionDefinition<Raw, Item> {
  /** What it is called in the file. */
  key: string
  title: string
  /** "category" */
  noun: string
  /** The order in the file, which is that of applying: what others name comes first. */
  order: number
  /** The shape of one object in the file, or of the whole section if it has one only. */
  shape: z.ZodType<Item>
  /** How an object is called in the file. Null: the section is one object. */
  nameOf: ((item: Item) => { name: string; was?: string | undefined }) | null
  /** Whether the person can configure it. Otherwise it is in no file of theirs. */
  isAvailable(actor: StaffActor): boolean
  /** Why it isn't, if a file has it. */
  unavailable: string
  read(context: StaffContext): Promise<Stored<Raw>[]>
  toFile(raw: Raw, reading: Reading): object
  /** @param current the object as it is, whose ids stay */
  fromFile(item: Item, writing: Writing, current: Raw | null): Raw
  /** What saving would refuse, by the id of the part. */
  check?(raw: Raw, current: Raw | null): { id: string; message: string }[]
  /** What other parts of a file can name, because it will be there. */
  brings?(item: Item): { kind: ReferenceKind; name: string }[]
  /** Why the person can't create it. */
  blocked?(actor: StaffActor, raw: Raw): string | null
  /** With its name alone. Contents come later, when everything that it can name is there. */
  create?(context: StaffContext, raw: Raw): Promise<void>
  write(context: StaffContext, id: string, raw: Raw): Promise<void>
  remove?(context: StaffContext, stored: Stored<Raw>): Promise<void>
  /** Undoes `remove`. */
  restore?(context: StaffContext, stored: Stored<Raw>): Promise<void>
  /** Why an import of the object can't be undone. @param before null if the import made it */
  heldBy?(context: StaffContext, id: string, before: Raw | null): Promise<string | null>
  /** If the order of its objects counts. */
  reorder?(context: StaffContext, ids: readonly string[]): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a section of any content, as the registry holds it
export type Section = SectionDefinition<any, any>

const registered = new Map<string, Section>()

/** Called when the area's module is loaded. */
export const registerSection = <Raw, Item>(section: SectionDefinition<Raw, Item>): void => {
  if (registered.has(section.key)) throw new Error(`Two sections are called ${section.key}`)
  registered.set(section.key, section)
}

/** In the order of the file. */
export const sections = (): Section[] => [...registered.values()].sort((a, b) => a.order - b.order)

export const sectionOf = (key: string): Section => {
  const section = registered.get(key)
  if (!section) throw new Error(`No section is called ${key}`)
  return section
}

/** The name of the only object of a section. */
export const ONLY = ''
