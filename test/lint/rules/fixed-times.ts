import { except, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Files of tests that wait a fixed time, with the reason. All others wait for content. */
const exceptions: Readonly<Record<string, string>> = {
	'test/service/feeds/feed-kill.long.test.ts': 'A kill comes at a random moment.',
	'test/pictures/cockpit-view.ts': 'The interval of polling.',
	'test/stories/colors.test.ts': 'A terminal sends its reply byte by byte.',
	'test/interop/clients/transmission.ts': 'The interval of polling.',
	'test/fixtures/cockpit.ts': 'A question accepts no answer before this time.',
	'test/service/kill/kill-rounds.ts': 'A kill comes at a random moment.',
	'test/service/market-kill/trade-and-kill.ts': 'A kill comes at a random moment.',
	'test/service/engine/web-seeds.test.ts': 'A slow reader is slower than the timeout of the server.',
	'test/soak/load.ts': 'A pause between operations makes the load constant.',
	'test/terminal/fixture-app.tsx': 'A program that hangs.',
};

/** Reports tests that wait a fixed time. Benchmarks may. */
export function fixedTimes({ code }: Project, allowed = exceptions): readonly Finding[] {
	const found = code
		.filter(({ path }) => path.startsWith('test/') && !path.startsWith('test/bench/'))
		.flatMap(({ path, sleeps }) =>
			sleeps.map(({ line, text }) => ({
				key: path,
				file: path,
				line,
				sentence: `'${text}' waits a fixed time. Wait for content.`,
			})),
		);
	return except(found, allowed, 'test/lint/rules/fixed-times.ts');
}
