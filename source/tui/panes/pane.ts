import type { ReactNode } from 'react';
import type { EndpointAnswer, EndpointName, EndpointRequest } from '../../protocol/endpoints/table.ts';
import type { Failure } from '../../state/connection/connection.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import type { Command } from '../commands/command.ts';
import type { Measure, Spoken, SpokenRow, SurfaceList } from '../surfaces/surface.ts';
import type { Theme } from '../theme/theme.ts';

export interface PaneProps {
	readonly state: State;
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly height: number;
}

/** Everything about one pane. Keyboard, mouse, palette, help, documentation and screen reader read it. */
export interface Pane {
	readonly id: PaneId;
	readonly title: string;
	readonly hotkey: string;
	/** More words by which the palette finds the pane. */
	readonly words?: string;
	readonly commands: readonly Command[];
	readonly component: (props: PaneProps) => ReactNode;
	/** Its rows. */
	readonly list: SurfaceList;
	/** Its queries while it is visible. */
	readonly queries?: readonly AnyQuery[];
	/** Details beside the list, if the pane has them. */
	readonly details?: PaneDetails;
	/** Returns the page size of the focused part, in a pane of this size. */
	readonly page: (state: State, width: number, height: number) => Measure;
	readonly spoken: SpokenPane;
}

/** A request that a pane repeats while it is visible. */
export interface Query<Name extends EndpointName> {
	/** Unique in the pane. */
	readonly name: string;
	readonly endpoint: Name;
	/** Interval between two requests, ms; Infinity for one request. */
	readonly every: number;
	readonly request?: (state: State) => EndpointRequest<Name>;
	/** `at`: arrival of the response, Unix ms. */
	readonly take: (state: State, answer: EndpointAnswer<Name>, at: number) => State;
	readonly fail: (state: State, failure: Failure) => State;
}

/** A query of any endpoint. */
export type AnyQuery = { readonly [Name in EndpointName]: Query<Name> }[EndpointName];

/** The second part of a pane, shown beside the list; it can have the focus. */
export interface PaneDetails {
	readonly isShown: (state: State) => boolean;
	/** Whether they replace the list. */
	readonly isFull: (state: State) => boolean;
	readonly hasFocus: (state: State) => boolean;
	readonly list: (state: State) => SurfaceList | undefined;
	readonly withFocus: (state: State, focused: boolean) => State;
}

/** A pane as the screen reader interface speaks it. It is read often and must be fast until `lines` is called. */
export interface SpokenPane {
	/** The content of the pane as a whole, spoken when the pane opens and when it changes. */
	readonly situation: (state: State) => Spoken;
	/** How the rows are shown (order, filter, selection): spoken when it changes. The id '' means the default. */
	readonly view: (state: State) => Readonly<Record<string, Spoken>>;
	/** The focused row. */
	readonly row: (state: State) => SpokenRow | undefined;
}
