import { bytes } from '../../../format/bytes.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { wrap } from '../../../format/wrap.ts';
import { wrapWhole } from '../../../format/wrap-whole.ts';
import type { State } from '../../../state/core/state.ts';
import type { StreamDialog as Dialog } from '../../../state/dialogs/stream-dialog.ts';
import { streamQuery } from '../../../state/dialogs/stream-dialog.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answer, answersTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { streamCommands } from './commands.ts';
import { playerNeeds, streamUrl } from './stream-url.ts';

const WANTED_WIDTH = 100;

/** The address of a file's content, and commands for it. */
export function StreamDialog({ dialog, state, theme, width, height }: DialogProps<'stream'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const url = streamUrl(state, dialog);
	const keys = [
		...(url === undefined ? [] : answer('stream-copy', 'c', ' copy   ')),
		...(url === undefined || state.player === '' ? [] : answer('stream-play', 'enter', ' play   ')),
		...answer('stream-leave', 'esc', ' cancel'),
	];
	const said =
		url === undefined
			? []
			: [
					...wrapWhole(sanitise(url), inner).map((text) => line({ text, token: 'heading' })),
					...playerNeeds(state).flatMap((text) => wrap(text, inner).map((part) => line({ text: part }))),
				];
	// The address and the keys stay when space is short.
	const room = Math.max(0, height - 2 - 3);
	const lines = [line(aboutFile(dialog, state)), ...said.slice(0, room), '', line(...keys)];
	return (
		<Frame
			title="Stream a file"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={answersTargets(lines.length, inner, keys)}
		/>
	);
}

function aboutFile({ file }: Dialog, { details }: State): Segment {
	if (typeof file === 'object') return { text: `${sanitise(file.name, 400)}, ${bytes(file.size)}` };
	const failure = details.failures['stream-files'];
	if (failure) return { text: `✗ ${oneLine(failure.message, 400)}`, token: 'bad' };
	return file === 'none'
		? { text: 'The files of this download are not known yet.', token: 'warning' }
		: { text: 'Asking for its files…', token: 'busy' };
}

export const streamSurface: DialogSurface<'stream'> = {
	kind: 'stream',
	title: 'Watch a file',
	commands: streamCommands,
	queries: [{ name: 'stream-files', ask: streamQuery }],
	view: StreamDialog,
	spoken: { title: () => 'Stream a file', choice: spokenFile },
};

function spokenFile(dialog: Dialog, state: State): string {
	const { file } = dialog;
	const url = streamUrl(state, dialog);
	if (url !== undefined && typeof file === 'object') {
		const named = `${sanitise(file.name, 300)}, ${bytes(file.size)}: ${sanitise(url, 400)}`;
		return [`${named}.`, ...playerNeeds(state)].join(' ');
	}
	const failure = state.details.failures['stream-files'];
	if (failure) return oneLine(failure.message, 400);
	return file === 'none' ? 'The files of this download are not known yet.' : 'Asking for its files.';
}
