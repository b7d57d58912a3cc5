import { profileReaderText } from '../../source/runtime/profile-reader.ts';
import { stoppedNews } from '../../source/state/connection/profiler.ts';
import type { State } from '../../source/state/core/state.ts';
import { profileDialog } from '../../source/state/dialogs/profile-dialog.ts';
import { emptyLine, insertText } from '../../source/state/surfaces/line-edit.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { listed, now } from './states.ts';

const files = [
	'/srv/state/profiles/20261122T200530.123Z-engine.cpuprofile',
	'/srv/state/profiles/20261122T200530.123Z-service.cpuprofile',
];
const names = ['update', ...Object.values(hardNames)];

const opened = update(listed, { type: 'open', dialog: profileDialog(files) });

const dumpDialog: State = update(listed, {
	type: 'open',
	dialog: {
		kind: 'memory-dump',
		line: insertText(emptyLine, mixedName),
		process: 'engine',
		hasEngine: true,
		exists: false,
		fault: '',
	},
});
const dump = { id: 1, process: 'engine', path: '/srv/dump', overwrite: false } as const;
const dumping = update(dumpDialog, { type: 'memory-dump', what: { type: 'begin', ...dump } });
const failure = { kind: 'refused', message: Object.values(hardNames).join(' '), hint: '' };

/**
 * Screens of the profiler (its time in the header, the notice of its end, the hottest functions) and of memory dumps.
 */
export const profilerScreens: Readonly<Record<string, State>> = {
	'profiler-running': update(listed, {
		type: 'profiler',
		what: { type: 'state', state: 'STARTED', runningTime: 75, askedAt: now, at: now },
	}),
	'profiler-stopped': update(listed, { type: 'news', news: stoppedNews(files), at: now }),
	'profile-hottest': update(opened, {
		type: 'profile',
		path: files[0] ?? '',
		content: {
			status: 'read',
			profile: {
				durationMs: 12_345,
				idleMs: 6_000,
				hottest: names.slice(0, 10).map((name, index) => ({
					name,
					place: index === 1 ? '' : `sha1.js:${120 + index}`,
					selfMs: 4_000 / (index + 1),
				})),
			},
		},
	}),
	'memory-dump': dumpDialog,
	'memory-dump-saving': update(dumping, {
		type: 'memory-dump',
		what: { type: 'progress', id: 1, bytes: 45_000_000, total: 100_000_000 },
	}),
	'memory-dump-exists': update(dumping, {
		type: 'memory-dump',
		what: { type: 'ended', id: 1, result: { kind: 'exists' }, at: now },
	}),
	'memory-dump-failed': update(dumping, {
		type: 'memory-dump',
		what: { type: 'ended', id: 1, result: { kind: 'failed', failure }, at: now },
	}),
	'profile-absent': update(opened, {
		type: 'profile',
		path: files[0] ?? '',
		content: { status: 'failed', why: profileReaderText.missing },
	}),
};
