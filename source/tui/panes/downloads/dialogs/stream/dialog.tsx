import { bytes } from '../../../../../format/bytes.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import type { State } from '../../../../../state/core/state.ts';
import { failInTab } from '../../../../../state/details/update.ts';
import { topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import {
	type StreamDialog as Streaming,
	takeStreamFiles,
} from '../../../../../state/dialogs/stream-dialog.ts';
import { settingNow } from '../../../../../state/settings/cockpit-settings.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Dialog, Gap, Line, Paragraph, type Piece } from '../../../../dialogs/kit/index.ts';
import { streamCommands } from './commands.ts';
import { playerNeeds, streamUrl } from './stream-url.ts';

/** Interval of requests while the service knows no files, ms. */
const FILES_INTERVAL_MS = 5_000;

/** The address of a file's content, and commands for it. */
export function StreamDialog({ dialog, state, ...screen }: DialogProps<'stream'>) {
	const url = streamUrl(state, dialog);
	const without = [
		...(url === undefined ? ['stream-copy', 'stream-play'] : []),
		...(settingNow(state.settings, 'player') === '' ? ['stream-play'] : []),
	];
	return (
		<Dialog title="Stream a file" columns={100} screen={screen}>
			<Line pieces={[fileOf(dialog, state)]} isLive />
			<Paragraph token="heading" wrapText={wrapWhole} isLive>
				{url ?? ''}
			</Paragraph>
			<Paragraph isLive>{url === undefined ? '' : playerNeeds(state)}</Paragraph>
			<Gap />
			<Answers commands={streamCommands} without={without} />
		</Dialog>
	);
}

function fileOf({ file }: Streaming, { details }: State): Piece {
	if (typeof file === 'object') return { text: `${file.name}, ${bytes(file.size)}` };
	const failure = details.failures['stream-files'];
	if (failure) {
		const text = oneLine(failure.message, 400);
		return { text: `✗ ${text}`, token: 'bad', spoken: text };
	}
	return file === 'none'
		? { text: 'The files of this download are not known yet.', token: 'warning' }
		: { text: 'Loading its files…', token: 'busy' };
}

export const streamDialog: DialogSurface<'stream'> = {
	kind: 'stream',
	title: 'Watch a file',
	commands: streamCommands,
	showsKeys: true,
	queries: [
		{
			name: 'files',
			endpoint: 'listFiles',
			every: FILES_INTERVAL_MS,
			when: (state) => typeof topDialogOf(state, 'stream')?.file === 'string',
			of: (state) => topDialogOf(state, 'stream')?.of,
			request: (state) => ({ params: { infohash: topDialogOf(state, 'stream')?.of ?? '' } }),
			take: (state, { files }, _, __, { params = {} }) =>
				takeStreamFiles(state, params.infohash ?? '', files),
			fail: (state, failure) => ({ ...state, details: failInTab(state.details, 'stream-files', failure) }),
		},
	],
	view: StreamDialog,
};
