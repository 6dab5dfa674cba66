import type { Words } from '../status-sentence.ts'
import classes from './details.module.css'

/** Who is waiting for whom, with names in bold. */
export const Sentence = ({ words }: { words: Words[] }) => (
  <p className={classes.sentence}>
    {words.map((word, i) => {
      // A name can occur twice, so the position in the sentence is the key.
      const key = `${i} ${word.text}`
      return word.strong ? <strong key={key}>{word.text}</strong> : <span key={key}>{word.text}</span>
    })}
  </p>
)
