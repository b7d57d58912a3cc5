import type { CpuProfile } from '../../../format/cpu-profile.ts';
import { duration } from '../../../format/duration.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { wrapWhole } from '../../../format/wrap-whole.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { ProfileDialog as Profile, ReadProfile } from '../../../state/dialogs/profile-dialog.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../dialog.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, type ChoiceLine, Choices, Dialog, Line, Paragraph } from '../kit/index.ts';

/** Returns the visible content of the dialog; undefined until it is read. */
function shownContent({ files, shown, contents }: Profile): ReadProfile | undefined {
	const path = files[shown] ?? '';
	return Object.hasOwn(contents, path) ? contents[path] : undefined;
}

/** Returns the number of functions in the dialog. */
function functionCount(dialog: Profile): number {
	const content = shownContent(dialog);
	return content?.status === 'read' ? content.profile.hottest.length : 0;
}

const profileCommands = dialogCommands('profile', [
	{
		id: 'profile-other',
		keys: ['tab'],
		title: 'Show the profile of the other process',
		hint: 'other process',
		when: (_, { files }) => (files.length > 1 ? true : 'The profile has one file.'),
		run: ({ dispatch }, dialog) => {
			dispatch({ type: 'close' });
			const shown = (dialog.shown + 1) % dialog.files.length;
			dispatch({ type: 'open', dialog: { ...dialog, shown, chosen: 0 } });
		},
	},
	closeCommand('profile-close', ['escape', 'q', 'enter']),
	...choosingCommands('profile', (state) => {
		const dialog = topDialogOf(state, 'profile');
		return dialog ? functionCount(dialog) : 0;
	}),
]);

const profileDialogText = {
	title: 'Hottest functions',
	none: 'No function ran while the profiler did.',
} as const;

/** The hottest functions of a profile. */
function ProfileDialog({ dialog, state: _, ...screen }: DialogProps<'profile'>) {
	const content = shownContent(dialog);
	const path = dialog.files[dialog.shown] ?? '';
	const without = dialog.files.length > 1 ? [] : ['profile-other'];
	return (
		<Dialog title={profileDialogText.title} columns={100} screen={screen}>
			<Paragraph token="heading" wrapText={wrapWhole} most={3} isLive>
				{sanitize(path, 1_000)}
			</Paragraph>
			{content === undefined ? (
				<Line token="busy">Reading the profile…</Line>
			) : content.status === 'failed' ? (
				<Paragraph token="warning" most={4} isLive>
					{content.why}
				</Paragraph>
			) : (
				<Line isLive>{summaryOf(content.profile)}</Line>
			)}
			<Choices
				count={functionCount(dialog)}
				chosen={dialog.chosen}
				rows={10}
				none={content?.status === 'read' ? profileDialogText.none : ''}
				lineOf={(index) => functionLine(content?.status === 'read' ? content.profile : undefined, index)}
			/>
			<Answers commands={profileCommands} without={without} />
		</Dialog>
	);
}

export const profileText = {
	summary: (time: string, idle: string) => `Self time in ${time}, ${idle} % of it idle:`,
} as const;

function summaryOf({ durationMs, idleMs }: CpuProfile): string {
	const idle = durationMs > 0 ? Math.round((idleMs / durationMs) * 100) : 0;
	return profileText.summary(duration(durationMs / 1_000), String(idle));
}

function functionLine(profile: CpuProfile | undefined, index: number): ChoiceLine {
	const each = profile?.hottest[index];
	if (!profile || !each) return { left: [] };
	const { name, place, selfMs } = each;
	const share = profile.durationMs > 0 ? `${((selfMs / profile.durationMs) * 100).toFixed(1)} %` : '';
	const time = selfMs < 1_000 ? `${Math.round(selfMs)} ms` : `${(selfMs / 1_000).toFixed(1)} s`;
	return {
		left: [
			{ text: share, cells: 7, align: 'right' },
			{ text: time, cells: 8, align: 'right', token: 'faint' },
			{ text: `  ${name}` },
		],
		right: place === '' ? [] : [{ text: place, token: 'faint' }],
		spoken: [name, place, share, time].filter((text) => text !== '').join(', '),
	};
}

export const profileDialog: DialogSurface<'profile'> = {
	kind: 'profile',
	title: 'Hottest functions',
	commands: profileCommands,
	showsKeys: true,
	list: chosenList(functionCount),
	view: ProfileDialog,
};
