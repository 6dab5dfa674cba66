/** Texts that YAML 1.1 takes for a boolean, a number, a time, nothing or a merge, if they aren't quoted. */
export const YAML_TEXTS: string[] = [
  ...['yes', 'No', 'ON', 'off', 'y', 'N', 'true', 'False', 'null', 'Null', '~', '', '=', '<<'],
  ...['22:00', '1:30:15', '-9:05', '190:20:30.15', '0:00'],
  ...['1_000', '0o17', '017', '0b1010', '0x1F', '1e3', '1.5', '.5', '+1', '-0', '.inf', '-.INF', '.NaN', '1,000', '_1'],
  ...['2026-11-20', '2026-1-2', '2026-11-20T09:30:05Z', '2026-11-20 09:30:05', '2001-12-14t21:59:43.10-05:00'],
  ...['- dash', '? mark', ': colon', 'a: b', 'a #b', '#c', '%d', '@e', '`f`', '!g', '&h', '*i', '|', '>', '{j}', '[k]'],
  ...['"quoted"', "it's", 'line\nbreak', ' blank', 'blank ', 'tab\t', 'ä 🧾 発注', '\u0085', '\u2028', '---', '...'],
  // Read back without their spaces by yaml 2.9.1, if it chooses how they are written.
  ...[' \n', '  \n\n', ' \n \n'],
]
