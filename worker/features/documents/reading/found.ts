import type { EntityType, Page } from '../../../../schema/documents/reading/readings.ts'

/** Something that a document states. */
export interface Found {
  type: EntityType
  page: number
  /** Positions in the page's text. */
  start: number
  end: number
  confidence: number
  properties: Record<string, string>
  /** The document says something else in another place. */
  contradicted?: true
}

/** Finds the places where a document states something, and summarizes it. */
export interface DocumentReader {
  name: string
  /** Throws the provider's errors. The caller retries later. */
  find(pages: readonly Page[]): Promise<Found[]>
  summarize(pages: readonly Page[]): Promise<string>
}
