import { PDFDocument } from 'pdf-lib'
import { Faces } from '../../../worker/core/pdf-faces.ts'

/** Names in many scripts, with what a PDF shows of them. */
export interface WrittenName {
  name: string
  /** If it isn't the name. Letters that no font has become question marks. */
  shown?: string
  isRight?: true
}

export const NAMES: WrittenName[] = [
  { name: 'Müller & Søn' },
  { name: 'Łukasz Żółć' },
  { name: 'Ιωάννης Παπαδόπουλος' },
  { name: 'Юлія Шевченко' },
  { name: 'Ђорђе Петровић' },
  { name: 'Արամ Խաչատրյան' },
  { name: 'გიორგი ბერიძე' },
  { name: 'משה כהן 42', isRight: true },
  { name: 'محمد الفاتح ٤٢٣', isRight: true },
  { name: 'علی رضایی ۱۲۳۴', isRight: true },
  { name: 'فاتورة رقم ١٢٣٤ من ABC', isRight: true },
  { name: 'ߒߞߏ', isRight: true },
  { name: '李小龍有限公司' },
  { name: '株式会社ヤマダ' },
  { name: 'ひらがな商店' },
  { name: '김철수 주식회사' },
  { name: 'ㄅㄆㄇ' },
  { name: 'ᓄᓇᕗᑦ' },
  { name: 'ວຽງຈັນ' },
  { name: 'ᚑᚌᚆᚐᚋ' },
  { name: 'राम शर्मा', shown: '?? ???' },
  { name: 'สมชาย ใจดี', shown: '????? ???' },
  { name: 'தமிழ்', shown: '???' },
  { name: 'አማርኛ', shown: '????' },
  { name: 'ⵜⴰⵎⴰⵣⵉⵖⵜ', shown: '????????' },
  { name: 'ދިވެހި', shown: '???' },
  { name: '𠮷野家', shown: '?野家' },
  { name: 'Party 🎉 😀', shown: 'Party ? 😀' },
]

export const LINE_POINTS = 26
export const NAMES_AT = { x: 30, top: 810 }

/** One page with a name a line. */
export const namesPdf = async (font: Uint8Array, names: readonly WrittenName[] = NAMES) => {
  const pdf = await PDFDocument.create()
  const faces = await Faces.make(pdf, font)
  const page = pdf.addPage([420, 842])
  const lost: boolean[] = []
  for (const [line, { name }] of names.entries()) {
    faces.lost = false
    faces.regular.draw(page, name, { x: NAMES_AT.x, y: NAMES_AT.top - line * LINE_POINTS, size: 14 })
    lost.push(faces.lost)
  }
  return { bytes: await faces.save(), lost }
}
