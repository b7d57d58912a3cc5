import { except, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Switches with a default, with the reason. All others name every case, or do not compile. */
const exceptions: Readonly<Record<string, string>> = {
	'source/tui/shell/update.ts: message.type':
		'The type of updateState rejects messages that a surface must handle.',
};

/** Reports switches of the cockpit with a default. */
export function silentDefaults({ code }: Project, allowed = exceptions): readonly Finding[] {
	const found = code
		.filter(({ path }) => /^source\/(?:filter|state|tui|runtime)\//.test(path))
		.flatMap(({ path, defaults }) =>
			defaults.map(({ line, text }) => ({
				key: `${path}: ${text}`,
				file: path,
				line,
				sentence: 'The switch has a default. Name every case, so that a new one does not compile.',
			})),
		);
	return except(found, allowed, 'test/lint/rules/silent-defaults.ts');
}
