import { quote } from '../processes/quote.ts';

const REPORTS = {
  surefire: ['*/target/surefire-reports/TEST-*.xml', '*/target/failsafe-reports/TEST-*.xml'],
  gradle: ['*/build/test-results/*/TEST-*.xml'],
};
// coarse clocks give a report of the command the time at which it started
const [OLD, OLDER] = ['197001040000', '197001020000'];

/**
 * Collects the reports that Maven and Gradle write into the workspace anyway, when the command ends. Those of earlier
 * commands are made old, whatever their time says.
 */
export function collectReports(workspace: string, folder: string): string {
  const [name] = folder.split('/').slice(-1);
  const find = (patterns: readonly string[]): string =>
    `find ${quote(workspace)} -name node_modules -prune -o -type f \\( ${patterns.map((each) => `-path '${each}'`).join(' -o ')} \\)`;
  const collect = Object.entries(REPORTS).map(
    ([format, patterns]) => `  [ -z "$(${find(patterns)} -newer ${folder}/start -print)" ] ||
  { echo '<testsuites>'; ${find(patterns)} -newer ${folder}/start -exec cat {} +; echo '</testsuites>'; } >${folder}/out/${format}-1.xml`,
  );
  return `(${find(Object.values(REPORTS).flat())} -exec touch -t ${OLDER} {} +; touch -t ${OLD} ${folder}/start) >/dev/null 2>&1
collect_${name}() {
${collect.join('\n')}
} 2>/dev/null
trap collect_${name} EXIT`;
}
