// Entry point of the viewer: connects, builds the page, and passes the canvas to the 3D view.

import "./Locale.js";
import "./style/base.css";
import "./style/states.css";
import "./style/world.css";
import "./style/panels.css";
import "./style/tree.css";
import "./style/inspector.css";
import "./style/joints.css";
import "./style/console.css";
import "./style/dialogs.css";
import "./style/phone.css";
import "./style/cameras.css";
import "./style/edit.css";
import "./style/time.css";
import { Connection } from "./Connection.js";
import { CameraWall } from "./cameras/CameraWall.js";
import { LivePictures } from "./cameras/LivePictures.js";
import { PinnedCamera } from "./cameras/PinnedCamera.js";
import { EditMode } from "./edit/EditMode.js";
import { FrameSchedule } from "./FrameSchedule.js";
import { createLeaguePages, scoreOf } from "./leagues/LeaguePages.js";
import { Store } from "./Store.js";
import { Marks } from "./tape/Marks.js";
import { ReplayTime, replayOf } from "./tape/ReplayTime.js";
import { liveStore, TimeTravel } from "./tape/TimeTravel.js";
import { keepAddress } from "./ui/Address.js";
import { keepCameraSubject } from "./ui/bar/CameraSubject.js";
import { Capture } from "./ui/bar/Capture.js";
import { ConnectionView, describeNoWebGl } from "./ui/bar/ConnectionView.js";
import { SnapshotMenu } from "./ui/bar/SnapshotMenu.js";
import { TimeBar } from "./ui/bar/TimeBar.js";
import { TopBar } from "./ui/bar/TopBar.js";
import { SIDES, ViewMenu } from "./ui/bar/ViewMenu.js";
import { Commands } from "./ui/Commands.js";
import { Console } from "./ui/console/Console.js";
import { askToConfirm } from "./ui/Dialogs.js";
import { make } from "./ui/Dom.js";
import { FileDrop } from "./ui/guide/FileDrop.js";
import { Guide } from "./ui/guide/Guide.js";
import { showMoveHandles } from "./ui/MoveHandles.js";
import { Moves } from "./ui/Moves.js";
import type { Page } from "./ui/Page.js";
import { PageUpdates } from "./ui/PageUpdates.js";
import { recallSettings, remember } from "./ui/Preferences.js";
import { DriveControl } from "./ui/panels/DriveControl.js";
import { EntityTree } from "./ui/panels/EntityTree.js";
import { History } from "./ui/panels/History.js";
import { Inspector } from "./ui/panels/Inspector.js";
import { Plots } from "./ui/panels/Plots.js";
import { watchShownSensors } from "./ui/panels/SensorWatch.js";
import { Shell } from "./ui/Shell.js";
import { Shortcuts } from "./ui/Shortcuts.js";
import { keepTheme } from "./ui/Theme.js";
import { Toasts } from "./ui/Toasts.js";
import { WatchList } from "./ui/WatchList.js";

/** The token in the address, after ? or #. Servers do not log what follows #. */
const tokenOf = ({ search, hash }: Location): string | undefined =>
  new URLSearchParams(hash.slice(1)).get("token") ?? new URLSearchParams(search).get("token") ?? undefined;

function connect(store: Store, travel: TimeTravel): Connection {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/view`;
  return new Connection(url, tokenOf(location), {
    changed: (state, why, retryAt) => store.setConnection(state, why, retryAt),
    message: (message) => travel.receive({ kind: "message", message }),
    poses: (view) => travel.receive({ kind: "poses", view }),
    contacts: (view) => travel.receive({ kind: "contacts", view }),
    fan: (view) => travel.receive({ kind: "fan", view }),
    picture: (view) => travel.receive({ kind: "picture", view }),
  });
}

function buildPage(): void {
  const store = new Store();
  store.settings = recallSettings();
  store.on("settings", () => remember("settings", store.settings));
  keepTheme(store);
  const schedule = new FrameSchedule();
  const live = liveStore();
  const showPicture = (view: DataView): void => pictures.receive(view);
  const travel = new TimeTravel({ store, live, marks: new Marks(scoreOf), schedule, showPicture });
  const connection = connect(store, travel);
  const watchList = new WatchList(store, connection);
  const pictures = new LivePictures(watchList);
  const toasts = new Toasts();
  const commands = new Commands(store, connection, toasts);
  const page: Page = {
    store,
    connection,
    commands,
    moves: new Moves(store, commands, toasts),
    toasts,
    watchList,
    pictures,
    pinned: { toggle: (camera) => pinned.toggle(camera) },
    history: new History(),
    updates: new PageUpdates(schedule),
  };
  const pinned = new PinnedCamera(page);
  live.on("values", () => page.history.add(live.values.time, live.values.values));
  store.on("values", () => page.history.showUntil(store.behindSec === undefined ? undefined : store.values.time));

  const canvas = make("canvas", {
    class: "world",
    tabindex: 0,
    "aria-label": "The world in 3D: drag to look around, click to select",
  });
  keepCameraSubject(page);
  showMoveHandles(page);
  watchShownSensors(page);
  const address = keepAddress(page);
  const shell = new Shell();
  const console = new Console(page);
  const drive = new DriveControl(store, commands);
  // on a phone the open sheet would hide the world
  drive.onchange = () => {
    if (drive.isOn) shell.closeSheet();
  };
  const dropping = new FileDrop(page);
  const guide = new Guide(page, dropping.pick);
  const connectionView = new ConnectionView(page);
  const showAll = () => {
    store.set({ camera: "orbit" });
    page.world?.resetCamera();
  };
  const lookFrom = (side: keyof typeof SIDES): void => {
    const { yaw, pitch } = SIDES[side];
    page.world?.lookFrom(yaw, pitch);
  };
  const capture = new Capture(page, canvas);
  const view = new ViewMenu(store, showAll, lookFrom, capture.copyButton);
  const wall = new CameraWall(page);
  const replay = new ReplayTime(store, commands);
  const timeBar = new TimeBar(() => (replayOf(store) ? replay : travel), page.updates);
  travel.onchange = timeBar.update;
  store.on("guest", timeBar.update);
  const reset = () =>
    askToConfirm(
      "Reset the world?",
      "Time returns to 0 and robots return to where they joined. Clients stay connected.",
      "Reset",
      () => commands.run("reset"),
    );
  const keys = new Shortcuts(store, {
    pause: () => (travel.isPast ? timeBar.togglePlay() : commands.togglePause()),
    step: () => commands.step(),
    reset,
    focusConsole: () => {
      shell.open("bottom");
      console.input.focus();
    },
    showAll,
    cameras: () => wall.toggle(),
    undo: () => page.moves.undo(),
    measure: () => store.setMeasuring(store.measured === undefined),
    lookFrom,
    back: () => timeBar.back(),
    now: () => travel.now(),
    clear: () => {
      if (wall.back()) return;
      if (travel.isPast) {
        travel.now();
        return;
      }
      if (store.measured) store.setMeasuring(false);
      else if (drive.isOn) drive.set(undefined);
      else if (!shell.closeSheet() && !guide.dismiss()) store.select(undefined);
    },
  });
  const edit = new EditMode(page, drive);
  const bar = { reset, guide: () => guide.open(), keys: keys.show };
  const snapshots = new SnapshotMenu(page);
  const topBar = new TopBar(page, bar, edit.button, view.button, snapshots.button, wall.button);
  const entities = new EntityTree(page);
  const tree = make("div", { class: "tree-panel" }, entities.search, entities.element);
  shell.add("left", { title: "World", picture: "tree", content: [edit.outline, tree] });
  shell.add("right", {
    title: "Inspector",
    picture: "inspect",
    content: [edit.properties, new Inspector(page, new Plots(page), drive).element],
  });
  shell.add("bottom", { title: "Console", picture: "console", content: [console.log, console.line] });
  const leagues = createLeaguePages(page);
  const middle = make(
    "main",
    { class: "middle" },
    edit.bar,
    ...leagues.map(({ top }) => top),
    connectionView.banner,
    toasts.element,
    connectionView.card,
    guide.card,
    ...leagues.map(({ over }) => over),
    pinned.element,
    drive.pad,
    capture.element,
    timeBar.element,
  );
  foldAtFirst(store, shell, edit.button);
  shell.element.prepend(topBar.element, wall.element, middle);
  shell.element.append(shell.dock);
  document
    .getElementById("app")
    ?.replaceChildren(
      canvas,
      shell.element,
      view.element,
      snapshots.element,
      ...leagues.flatMap(({ menus }) => menus),
      dropping.element,
    );
  performance.mark("ubersim page");
  showWorld(page, canvas, middle, { schedule, address });
}

/**
 * On the first visit the panels are folded, so that the world is visible, and the inspector opens with the first selection. Later
 * visits keep the user's choice.
 */
function foldAtFirst(store: Store, shell: Shell, edit: HTMLElement): void {
  if (shell.isChosen) return;
  for (const side of ["left", "right", "bottom"] as const) shell.foldAtFirst(side);
  store.on("selection", () => {
    if (store.selection && !shell.isChosen && !shell.isPhone) shell.unfold("right");
  });
  edit.addEventListener("click", () => {
    if (!shell.isChosen && !shell.isPhone) for (const side of ["left", "right"] as const) shell.unfold(side);
  });
}

/** Loads three.js after the page is built, so that the page is usable earlier. */
async function showWorld(
  page: Page,
  canvas: HTMLCanvasElement,
  middle: HTMLElement,
  { schedule, address }: { schedule: FrameSchedule; address: ReturnType<typeof keepAddress> },
): Promise<void> {
  const { store, connection } = page;
  try {
    const { World3D } = await import("./world3d/World3D.js");
    page.world = new World3D(store, connection, canvas, schedule);
    const { look } = address;
    if (look) page.world.showLook(look);
  } catch (problem) {
    canvas.hidden = true;
    middle.append(describeNoWebGl(problem));
  }
}

buildPage();
