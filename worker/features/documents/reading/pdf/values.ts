/** The values of a PDF (ISO 32000-1, 7.3). */

export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** An operator of a content stream, or a keyword of the file structure. */
export class Keyword {
  readonly word: string
  constructor(word: string) {
    this.word = word
  }
}

/** The object that a stream belongs to. The encryption key depends on it. */
export interface Owner {
  number: number
  generation: number
}

export type Dict = Map<string, Value>

export interface Stream {
  dict: Dict
  /** As stored, possibly encrypted. */
  bytes: Uint8Array
  owner?: Owner
}

/** A string is its bytes. */
export type Value = null | boolean | number | Uint8Array | Name | Ref | Keyword | Value[] | Dict | Stream

export const isDict = (value: Value | undefined): value is Dict => value instanceof Map

export const isStream = (value: Value | undefined): value is Stream =>
  typeof value === 'object' && value !== null && 'dict' in value

export const numberOr = (value: Value | undefined, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

export const nameOf = (value: Value | undefined): string | null => (value instanceof Name ? value.name : null)
