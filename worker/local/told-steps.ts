/**
 * Does a step of a start and says so: "Building the web app… 21 s". The time is there once it is done.
 * @param say writes without a line break
 */
export const toldStep = async <T>(say: (text: string) => void, what: string, run: () => Promise<T>): Promise<T> => {
  const before = Date.now()
  say(`${what}…`)
  try {
    const result = await run()
    say(` ${Math.max(1, Math.round((Date.now() - before) / 1000))} s\n`)
    return result
  } catch (error) {
    say('\n')
    throw error
  }
}

export const sayOnTerminal = (text: string): void => void process.stdout.write(text)
