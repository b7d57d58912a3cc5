import { nameOrInfohash } from '../../../format/download-name.ts';
import { current } from '../../../state/downloads/downloads.ts';
import { contentOf } from '../../components/layout.ts';
import { Panel } from '../../components/panel.tsx';
import type { DetailsProps } from '../../surfaces/pane.ts';
import { surfaceBody } from '../../surfaces/surface-body.tsx';
import { detailsEdges } from './tab-bar.ts';
import { tabs } from './tabs/registry.ts';
import type { Tab } from './tabs/tab.ts';

/** The current tab, in a panel with the titles of all tabs and the name of the download. */
export function Details({ state, theme, area, isFocused, isAlone }: DetailsProps) {
	const download = current(state.downloads);
	const { tab } = state.details;
	const surface: Tab = tabs[tab];
	const { position, note, list } = surface;
	const content = contentOf(area);
	const place = download && { state, download, frame: area.frame, ...content };
	const edges = detailsEdges({
		width: area.width,
		frame: area.frame,
		tab,
		alone: isAlone,
		keys: state.keys,
		name: download ? nameOrInfohash(download) : '',
		note: place ? (note?.(state) ?? '') : '',
		position: (place && (position?.(place) ?? list?.place?.(state))) ?? '',
	});
	return (
		<Panel theme={theme} {...area} isFocused={isFocused} {...edges} part="details">
			{place &&
				content.height > 0 &&
				surfaceBody({ surface, place: { ...place, theme, focused: isFocused } })}
		</Panel>
	);
}
