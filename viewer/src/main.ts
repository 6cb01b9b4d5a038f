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
import { EditMode } from "./edit/EditMode.js";
import { FrameSchedule } from "./FrameSchedule.js";
import { createLeaguePages, scoreOf } from "./leagues/LeaguePages.js";
import { Store } from "./Store.js";
import { Marks } from "./tape/Marks.js";
import { ReplayTime, replayOf } from "./tape/ReplayTime.js";
import { liveStore, TimeTravel } from "./tape/TimeTravel.js";
import { keepCameraSubject } from "./ui/bar/CameraSubject.js";
import { Capture } from "./ui/bar/Capture.js";
import { ConnectionView, describeNoWebGl } from "./ui/bar/ConnectionView.js";
import { TimeBar } from "./ui/bar/TimeBar.js";
import { TopBar } from "./ui/bar/TopBar.js";
import { ViewMenu } from "./ui/bar/ViewMenu.js";
import { Commands } from "./ui/Commands.js";
import { Console } from "./ui/console/Console.js";
import { askToConfirm } from "./ui/Dialogs.js";
import { make } from "./ui/Dom.js";
import { FileDrop } from "./ui/guide/FileDrop.js";
import { Guide } from "./ui/guide/Guide.js";
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
    toasts,
    watchList,
    pictures,
    history: new History(),
    updates: new PageUpdates(schedule),
  };
  live.on("values", () => page.history.add(live.values.time, live.values.values));
  store.on("values", () => page.history.showUntil(store.behindSec === undefined ? undefined : store.values.time));

  const canvas = make("canvas", {
    class: "world",
    tabindex: 0,
    "aria-label": "The world in 3D: drag to look around, click to select",
  });
  keepCameraSubject(page);
  watchShownSensors(page);
  const shell = new Shell();
  const console = new Console(page);
  const drive = new DriveControl(store, commands);
  const dropping = new FileDrop(page);
  const guide = new Guide(page, dropping.pick);
  const connectionView = new ConnectionView(page);
  const showAll = () => {
    store.set({ camera: "orbit" });
    page.world?.resetCamera();
  };
  const capture = new Capture(page, canvas);
  const view = new ViewMenu(store, showAll, capture.copyButton);
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
    back: () => timeBar.back(),
    now: () => travel.now(),
    clear: () => {
      if (wall.back()) return;
      if (travel.isPast) {
        travel.now();
        return;
      }
      if (drive.isOn) drive.set(undefined);
      else if (!shell.closeSheet() && !guide.dismiss()) store.select(undefined);
    },
  });
  const edit = new EditMode(page, drive);
  const bar = { reset, guide: () => guide.open(), keys: keys.show };
  const topBar = new TopBar(page, bar, edit.button, view.button, wall.button);
  const tree = make("div", { class: "tree-panel" }, new EntityTree(page).element);
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
    capture.element,
    timeBar.element,
  );
  foldForGame(store, shell);
  shell.element.prepend(topBar.element, wall.element, middle);
  shell.element.append(shell.dock);
  document
    .getElementById("app")
    ?.replaceChildren(canvas, shell.element, view.element, ...leagues.flatMap(({ menus }) => menus), dropping.element);
  performance.mark("ubersim page");
  showWorld(page, canvas, middle, schedule);
}

/** Folds the panels on the first visit to a league's game, so that the field is visible; later visits keep the user's choice. */
function foldForGame(store: Store, shell: Shell): void {
  if (shell.isChosen) return;
  const end = store.on("guest", () => {
    end();
    if (!shell.isChosen) for (const side of ["left", "right", "bottom"] as const) shell.foldAtFirst(side);
  });
}

/** Loads three.js after the page is built, so that the page is usable earlier. */
async function showWorld(
  page: Page,
  canvas: HTMLCanvasElement,
  middle: HTMLElement,
  schedule: FrameSchedule,
): Promise<void> {
  const { store, connection } = page;
  try {
    const { World3D } = await import("./world3d/World3D.js");
    page.world = new World3D(store, connection, canvas, schedule);
  } catch (problem) {
    canvas.hidden = true;
    middle.append(describeNoWebGl(problem));
  }
}

buildPage();
