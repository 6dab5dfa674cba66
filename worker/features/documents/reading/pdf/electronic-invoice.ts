import type { PdfFile } from './file.ts'
import type { Dict, Value } from './values.ts'

/** Whether a PDF holds an electronic invoice as a file, as Factur-X, ZUGFeRD and Order-X do (ISO 32000-2, 14.13). */

/** The names that the formats prescribe. */
const NAME = /^(?:factur-x|zugferd-invoice|xrechnung|order-x)\.xml$/i
const MOST_FILES = 200
const DEEPEST = 8

const textOf = (value: Value | undefined): string =>
  // Names in two bytes a letter have a zero in each.
  value instanceof Uint8Array ? String.fromCharCode(...value.slice(0, 200)).replaceAll(/[\0\u00fe\u00ff]/g, '') : ''

export const holdsElectronicInvoice = (file: PdfFile, root: Dict): boolean => {
  let looked = 0
  const isInvoice = (value: Value | undefined): boolean => {
    looked += 1
    const dict = file.dictOf(value)
    return dict !== null && ['F', 'UF'].some((key) => NAME.test(textOf(file.resolve(dict.get(key)))))
  }
  const inTree = (value: Value | undefined, depth: number): boolean => {
    looked += 1
    const node = file.dictOf(value)
    if (!node || depth > DEEPEST || looked > MOST_FILES) return false
    const [names, kids] = [file.resolve(node.get('Names')), file.resolve(node.get('Kids'))]
    return (
      (Array.isArray(names) && names.slice(0, MOST_FILES).some((one) => isInvoice(one))) ||
      (Array.isArray(kids) && kids.slice(0, MOST_FILES).some((kid) => inTree(kid, depth + 1)))
    )
  }
  const own = file.resolve(root.get('AF'))
  return (
    (Array.isArray(own) && own.slice(0, MOST_FILES).some((one) => isInvoice(one))) ||
    inTree(file.dictOf(root.get('Names'))?.get('EmbeddedFiles'), 0)
  )
}
