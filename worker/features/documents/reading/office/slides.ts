import type { Sliced } from '../../../../core/in-turn.ts'
import type { ReadBudget } from '../budget.ts'
import type { PageTexts } from '../page-text.ts'
import { attribute } from '../xml.ts'
import type { ZipPart } from '../zip.ts'
import { LeftOut, localName, mainPart, namesOf, type Parts, partsOf, readPart, relationsOf } from './package.ts'

/** PowerPoint: one page for each slide, in the order of the presentation. */

const DRAWING = /\/drawingml\/(?:2006\/)?main$/
const MOST_SLIDES = 1_000

const numberOf = (name: string): number => Number(/(\d{1,9})\.xml$/i.exec(name)?.[1] ?? 0)

/** Slides are numbered as they were made, and shown as the presentation lists them. */
const slidesOf = function* (parts: Parts, budget: ReadBudget): Sliced<ZipPart[]> {
  const main = yield* mainPart(parts, 'ppt/presentation.xml', budget)
  const listed: ZipPart[] = []
  if (main) {
    const byId = new Map((yield* relationsOf(parts, main.name, budget)).map(({ id, part }) => [id, part]))
    yield* readPart(main, budget, () => listed.length >= MOST_SLIDES, {
      onTag: (name, tag) => {
        const slide = localName(name) === 'sldId' ? byId.get(attribute(tag, '\\w+:id') ?? '') : undefined
        if (slide && listed.length < MOST_SLIDES) listed.push(slide)
      },
      onText: () => {},
    })
  }
  if (listed.length > 0) return listed
  return [...parts]
    .filter(([name]) => /^ppt\/slides\/slide\d{1,9}\.xml$/.test(name))
    .map(([, part]) => part)
    .sort((a, b) => numberOf(a.name) - numberOf(b.name))
}

export const readSlides = function* (bytes: Uint8Array, budget: ReadBudget, texts: PageTexts): Sliced<void> {
  for (const slide of yield* slidesOf(partsOf(bytes, budget), budget)) {
    if (texts.isFull) break
    let inText = false
    const nameOf = namesOf(DRAWING)
    const out = new LeftOut('Fallback')
    yield* readPart(slide, budget, () => texts.isFull, {
      onTag: (written, tag) => {
        const name = nameOf(written, tag)
        if (out.isIn(written, tag)) inText = false
        else if (name === 't') inText = !tag.endsWith('/')
        else if (name === '/t') inText = false
        else if (name === '/tc') texts.cell()
        else if (name === '/p' || name === '/tr' || name === 'br') texts.line()
      },
      onText: (text) => inText && texts.add(text),
    })
    texts.endPage()
  }
}
