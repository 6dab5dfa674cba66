import { Fragment } from 'react'
import { isLink, linkHref } from '../lib/format.ts'
import classes from './rich-text.module.css'

/** Text from people, with its line breaks and links. */
export const RichText = ({ text }: { text: string }) => (
  <span className={classes.text}>
    {text.split(/(\s+)/).map((word, i) => {
      // Words have no identity other than their position.
      const key = `${i}-${word}`
      if (!isLink(word)) return <Fragment key={key}>{word}</Fragment>
      return (
        <a key={key} href={linkHref(word)} target="_blank" rel="noopener noreferrer">
          {word}
        </a>
      )
    })}
  </span>
)
