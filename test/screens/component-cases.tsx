import type { ReactElement } from 'react';
import { downloadColumns } from '../../source/columns/downloads.ts';
import { beginAdding } from '../../source/state/adding/add-dialog.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import type { DialogKind, Dialog as OpenedDialog } from '../../source/state/surfaces/dialogs.ts';
import { emptyLine, insertText } from '../../source/state/surfaces/line-edit.ts';
import { ComposedLines } from '../../source/tui/components/composed-lines.tsx';
import { inGutter } from '../../source/tui/components/gutter.tsx';
import { Message } from '../../source/tui/components/message.tsx';
import { Panel } from '../../source/tui/components/panel.tsx';
import { RowList } from '../../source/tui/components/row-list.tsx';
import { AddDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { Choices } from '../../source/tui/dialogs/kit/choices.ts';
import { Dialog } from '../../source/tui/dialogs/kit/dialog.tsx';
import { Field } from '../../source/tui/dialogs/kit/field.ts';
import { Gap } from '../../source/tui/dialogs/kit/gap.ts';
import { Line } from '../../source/tui/dialogs/kit/line.ts';
import { Paragraph } from '../../source/tui/dialogs/kit/paragraph.ts';
import { Details } from '../../source/tui/panes/downloads/details.tsx';
import { App, OpenDialog } from '../../source/tui/shell/app.tsx';
import { HelpDialog } from '../../source/tui/shell/dialogs/help/dialog.tsx';
import { PaletteDialog } from '../../source/tui/shell/dialogs/palette/dialog.tsx';
import { currentPane, panes } from '../../source/tui/shell/panes.ts';
import { update } from '../../source/tui/shell/update.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import { surfaceBody } from '../../source/tui/surfaces/surface-body.tsx';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import type { ScreenSize } from './pressing.ts';
import { downloads, screens } from './states.ts';
import { surfaceScreens } from './surface-states.ts';
import { subjectOf } from './surfaces.ts';
import { tabCases } from './tab-cases.tsx';
import { viewCases } from './view-cases.tsx';
import { workCases } from './work-cases.tsx';

type Case = (size: ScreenSize) => ReactElement;

const theme = chooseTheme({});

/** Returns the screen of a name. */
function screen(name: string): State {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

/** Returns the list with its cursor on a row, and details. */
function atRow(rows: number): State {
	return update(screen('details'), { type: 'move', rows: rows - screen('details').downloads.cursorAt });
}

/** Returns the open dialog of the screen with the name of its kind. */
function opened<Kind extends DialogKind>(kind: Kind) {
	const state = screen(kind);
	const isIt = (dialog: OpenedDialog): dialog is Extract<OpenedDialog, { kind: Kind }> =>
		dialog.kind === kind;
	const dialog = state.dialogs.find(isIt);
	if (!dialog) throw new Error(`no dialog is open on the screen ${kind}`);
	return { dialog, state, theme };
}

function place({ columns, rows }: ScreenSize) {
	return { width: columns, height: rows };
}

const list = { columns: downloadColumns, rows: downloads, theme };
const typed = (text: string) => insertText(emptyLine, text);

/** Every component below App alone, in its states. */
export const componentCases: Readonly<Record<string, Case>> = {
	'composed lines': ({ columns }) => (
		<ComposedLines
			theme={theme}
			width={columns}
			lines={[
				[{ text: 'CPU  ', token: 'heading' }, { text: '資料 now 5 %' }],
				[{ text: 'stale', token: 'bad' }],
			]}
		/>
	),
	'a list': (size) => <RowList {...list} {...place(size)} cursor={2} />,
	'a list without rows': (size) => <RowList {...list} {...place(size)} rows={[]} cursor={-1} />,
	'an old list, sorted': (size) => (
		<RowList {...list} {...place(size)} cursor={0} faint sort={{ column: 'size', descending: true }} />
	),
	'a list with marks and matches': (size) => (
		<RowList
			{...list}
			{...place(size)}
			cursor={7}
			isSelected={({ progress = 0 }) => progress >= 0.5}
			words={['e', '料', 'مر']}
		/>
	),
	'a panel with the keys': (size) => (
		<Panel
			{...place(size)}
			theme={theme}
			isFocused
			top={{ left: [{ text: 'Titles 漢字', token: 'heading' }], right: [{ text: '▼2' }] }}
			bottom={{ right: [{ text: '4 of 198' }] }}
		>
			<RowList {...list} width={size.columns - 4} height={size.rows - 2} cursor={1} />
		</Panel>
	),
	'a panel without a box': (size) => (
		<Panel {...place(size)} theme={theme} frame="line" bottom={{ left: [{ text: 'sorted by 漢字' }] }}>
			<Message width={size.columns} height={size.rows - 1} theme={theme} lines={['What is so.']} />
		</Panel>
	),
	'a list in the padding of a panel': (size) => (
		<>{inGutter(1, <RowList {...list} {...place(size)} cursor={3} />)}</>
	),
	'a message': (size) => (
		<Message {...place(size)} theme={theme} lines={['What is so 漢字', 'What to do.']} />
	),
	'a dialog of the kit': (size) => (
		<Dialog title="Title 漢" columns={30} screen={{ theme, ...place(size) }}>
			<Line pieces={[{ text: 'red 漢字', token: 'bad' }, { text: 'Cafe\u0301' }]} />
			<Gap />
			<Paragraph>{'A sentence of 漢字 that is longer than its line, and wrapped.'}</Paragraph>
			<Field label="Field: " line={typed('漢字')} />
		</Dialog>
	),
	'a dialog higher and wider than the screen': (size) => (
		<Dialog title="Title" place="(1 of 80)" columns={400} screen={{ theme, ...place(size) }}>
			<Choices count={80} chosen={0} lineOf={(index) => ({ left: [{ text: `line ${index}` }] })} />
		</Dialog>
	),
	'details in a box': (size) => (
		<Details
			state={atRow(2)}
			theme={theme}
			area={{ ...place(size), frame: 'box' }}
			isFocused
			isAlone={false}
		/>
	),
	'details below a line': (size) => (
		<Details
			state={atRow(6)}
			theme={theme}
			area={{ ...place(size), frame: 'line' }}
			isFocused={false}
			isAlone={false}
		/>
	),
	'details of hostile text': (size) => (
		<Details state={atRow(4)} theme={theme} area={{ ...place(size), frame: 'box' }} isFocused isAlone />
	),
	'details of nothing': (size) => (
		<Details
			state={screen('connecting')}
			theme={theme}
			area={{ ...place(size), frame: 'box' }}
			isFocused={false}
			isAlone={false}
		/>
	),
	'the dialog for adding': (size) => <AddDialog {...opened('add')} {...place(size)} />,
	'the dialog for adding, with what does not fit': (size) => (
		<AddDialog
			{...opened('add')}
			{...place(size)}
			dialog={beginAdding(screen('add'), '資料/'.repeat(80), { folder: '/', home: '/' })}
		/>
	),
	'the dialog for removing': (size) => <OpenDialog {...opened('remove')} {...place(size)} />,
	'the dialog for removing many': (size) => {
		const subjects = downloads.map((each) => ({
			...each,
			bytes: each.size ?? 0,
			size: each.size ?? 0,
			ratio: each.ratio ?? 0,
		}));
		return <OpenDialog {...opened('remove')} {...place(size)} dialog={{ kind: 'remove', subjects }} />;
	},
	'the dialog for deleting data': (size) => <OpenDialog {...opened('delete-data')} {...place(size)} />,
	'the dialog for deleting data of many': (size) => {
		const subjects = downloads.map((each) => ({
			...each,
			bytes: each.size ?? 0,
			size: each.size ?? 0,
			ratio: each.ratio ?? 0,
		}));
		const dialog = { kind: 'delete-data', subjects, hidden: 3 } as const;
		return <OpenDialog {...opened('delete-data')} {...place(size)} dialog={dialog} />;
	},
	...tabCases,
	...viewCases,
	...workCases,
	help: (size) => <HelpDialog {...opened('help')} {...place(size)} />,
	'help, scrolled': (size) => (
		<HelpDialog {...opened('help')} {...place(size)} dialog={{ kind: 'help', scroll: 9 }} />
	),
	'the palette': (size) => <PaletteDialog {...opened('palette')} {...place(size)} />,
	'the palette with nothing found': (size) => (
		<PaletteDialog
			{...opened('palette')}
			{...place(size)}
			dialog={{ kind: 'palette', line: typed('漢字'), chosen: 0 }}
		/>
	),
	'a dialog of the stack': (size) => <OpenDialog {...opened('remove')} {...place(size)} />,
	...Object.fromEntries(
		Object.values(panes).flatMap((pane: Pane) =>
			// Cells of dialogs over the pane are ignored.
			Object.entries({ ...screens, ...surfaceScreens })
				.filter(([name, state]) => name === 'empty' || (state.pane === pane.id && state.dialogs.length === 0))
				.map(([name, state]): [string, Case] => [
					`the pane ${pane.id}, ${name}`,
					(size) => {
						const shown = currentPane({ ...state, pane: pane.id });
						return surfaceBody({
							surface: shown,
							place: { ...place(size), gutter: 0, columns: size.columns, state, theme },
						});
					},
				]),
		),
	),
};

/** The whole app, on a screen of each surface. */
export const appCases: Readonly<Record<string, Case>> = Object.fromEntries(
	[
		...new Map(Object.values({ ...surfaceScreens, ...screens }).map((state) => [subjectOf(state), state])),
	].map(([subject, state]): [string, Case] => [
		`the app, ${subject}`,
		() => <App store={createStore(state, update)} />,
	]),
);
