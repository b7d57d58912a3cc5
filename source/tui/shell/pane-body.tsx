import { Box } from 'ink';
import { Fragment, type ReactNode } from 'react';
import type { State } from '../../state/core/state.ts';
import { contentOf, type PaneContent, SECTION_LINE_HEIGHT } from '../components/layout.ts';
import { memoized } from '../components/memoize.ts';
import { Panel } from '../components/panel.tsx';
import { sectionLine, sectionLineTarget } from '../sections/section-line.ts';
import type { DetailsProps, Pane, PaneDetails } from '../surfaces/pane.ts';
import { surfaceBody } from '../surfaces/surface-body.tsx';
import { Canvas } from '../terminal/canvas.tsx';
import { isSame } from '../terminal/is-same.ts';
import type { Theme } from '../theme/theme.ts';
import { withEffectiveKeys } from './commands/key-texts.ts';
import { paneEdges } from './pane-edges.ts';
import { belowSections, placePane } from './pane-place.ts';
import { panes } from './panes.ts';

interface PaneBodyProps {
	/** As `currentPane` returns it. */
	readonly pane: Pane;
	readonly state: State;
	/** The state at the last row on which the cursor rested. */
	readonly rested: State;
	readonly theme: Theme;
	/** Size of the screen. */
	readonly columns: number;
	readonly rows: number;
}

/** Returns the panels of a pane: its list or content, and the details of a row or a panel beside it. */
export function paneBody({ pane, state, rested, theme, columns, rows }: PaneBodyProps) {
	const { arrangement, area, list, details, side } = placePane(pane, state, columns, rows);
	const isSplit = arrangement === 'beside' || arrangement === 'below' || arrangement === 'instead';
	const hasDetails = arrangement !== 'list';
	const isInDetails = pane.details?.hasFocus(state) ?? false;
	const content = contentOf(list);
	const Side = pane.side?.component;
	const { top, bottom } = paneEdges(pane, state, list);
	return (
		<Box
			width={area.width}
			height={area.height}
			flexDirection={arrangement === 'beside' || side.width > 0 ? 'row' : 'column'}
		>
			<Panel
				theme={theme}
				width={list.width}
				height={list.height}
				frame={list.frame}
				isFocused={isSplit && !isInDetails}
				top={top}
				bottom={bottom}
				part="list"
			>
				{content.height > 0 && contentOfPane(pane, state, theme, columns, content)}
			</Panel>
			{hasDetails && pane.details && details.height > 0 && (
				<DetailsPanel
					component={pane.details.component}
					state={rested}
					theme={theme}
					area={details}
					isFocused={isInDetails}
					isAlone={arrangement === 'full'}
				/>
			)}
			{side.width > 0 && Side && <Side state={state} theme={theme} area={side} />}
		</Box>
	);
}

interface DetailsPanelProps extends DetailsProps {
	readonly component: PaneDetails['component'];
}

/** The details. While the cursor moves, they are not drawn. */
const DetailsPanel = memoized(
	({ component: Details, ...props }: DetailsPanelProps) => <Details {...props} />,
	(one, other) => isSame(one, other, ['area']) && isSame(one.area, other.area),
);

/** Returns the content of a pane. Above the content of a section, it has the line of sections. */
function contentOfPane(
	pane: Pane,
	state: State,
	theme: Theme,
	columns: number,
	{ width, height, gutter }: PaneContent,
): ReactNode {
	const { section } = pane;
	const inside = belowSections(pane, { width, height });
	const place = { state, theme, columns, gutter, width: inside.width, height: inside.height };
	const textOf = (line: string) => withEffectiveKeys(line, state);
	if (!section) return surfaceBody({ surface: pane, place, textOf });
	const declared: Pane = panes[pane.id];
	const line = {
		width,
		sections: declared.sections?.all.map((each) => each.section) ?? [section],
		shown: section,
		keys: state.keys,
	};
	return (
		<>
			<Canvas
				width={width}
				height={SECTION_LINE_HEIGHT}
				lines={[sectionLine(line, theme)]}
				targetAt={(cell) => sectionLineTarget(line, cell)}
			/>
			<Fragment key={section.id}>{surfaceBody({ surface: pane, place, textOf })}</Fragment>
		</>
	);
}
