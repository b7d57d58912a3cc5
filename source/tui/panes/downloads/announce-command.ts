import { nameOrInfohash } from '../../../format/download-name.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { subjectsOf } from '../../../state/downloads/selection.ts';
import { doneNews, subjectText } from '../../actions/send-change.ts';
import type { Command, CommandContext } from '../../surfaces/command.ts';
import { someSubject } from './change-commands.ts';

export const announceCommandText = {
	absent: 'The service has no request to announce at once.',
	stopped: 'It is stopped. Press r to resume it.',
	allStopped: 'All selected downloads are stopped. Press r to resume them.',
	doing: (subject: string) => `Announcing ${subject}`,
	did: 'Announced',
	done: (subject: string) => `Announced: ${subject}`,
} as const;

const runs = ({ status }: Download) => !status.startsWith('STOPPED');

function canAnnounce(state: State): true | string {
	const some = someSubject(state);
	if (some !== true) return some;
	if (!offers(state.connection, { extension: 'announce', in8: true })) return announceCommandText.absent;
	const subjects = subjectsOf(state.downloads);
	if (subjects.some(runs)) return true;
	return subjects.length === 1 ? announceCommandText.stopped : announceCommandText.allStopped;
}

function announce({ state, writeAll }: CommandContext): void {
	const subjects = subjectsOf(state.downloads).filter(runs);
	if (subjects.length === 0) return;
	const subject = subjectText(subjects);
	writeAll({
		requests: subjects.map((download) => ({
			send: (client) => client.trackers.announce(download.infohash),
			doing: announceCommandText.doing(nameOrInfohash(download)),
			infohash: download.infohash,
			name: nameOrInfohash(download),
		})),
		doing: announceCommandText.doing(subject),
		did: announceCommandText.did,
		done: doneNews(announceCommandText.done(subject), subjects),
		stale: ['downloads'],
	});
}

/** Announces the selected downloads, or else the one under the cursor. Stopped ones are left out. */
export const announceCommand: Command = {
	id: 'announce',
	scope: 'downloads',
	keys: ['!'],
	title: 'Announce the download to its trackers now, to find peers',
	words: 'reannounce tracker update peers',
	when: canAnnounce,
	run: announce,
};
