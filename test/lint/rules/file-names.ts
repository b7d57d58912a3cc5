import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Reports files whose name, or whose folder's name, does not describe the content. */
export function fileNames({ code }: Project): readonly Finding[] {
	return code
		.filter(({ path }) =>
			path.split('/').some((part) => /^(utils?|common|types|helpers?)(\..*)?$/.test(part)),
		)
		.map(({ path }) => ({
			file: path,
			line: 1,
			sentence: 'The name of the file or folder says nothing. Describe its content.',
		}));
}
