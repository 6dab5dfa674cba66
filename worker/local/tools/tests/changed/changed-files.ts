import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../../host/paths.ts'

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: paths.root, encoding: 'utf8' }).split('\n').filter(Boolean)

const SOURCES = /^(worker|web|schema|test)\/.*\.tsx?$/

/** Every file of code that git tracks or could. */
export const sourceFiles = (): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => SOURCES.test(file) && existsSync(join(paths.root, file)),
  )

/** What differs from a commit, what git doesn't track yet included. @param base HEAD, unless something else is asked for */
export const changedFiles = (base = 'HEAD'): string[] => [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
]
