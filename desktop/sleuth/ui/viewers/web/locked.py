"""How is a page shown that can do nothing else?

Every view has a profile of its own that keeps nothing. The page's scripts are off (ours run in a world of their own, where
that setting does not reach); its policy allows no source but our scheme; whatever is requested all the same is blocked
before it leaves; and the only page it can go to is one that it was just given.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QObject, QUrl, Signal
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
    QWebEngineUrlRequestJob,
    QWebEngineUrlScheme,
    QWebEngineUrlSchemeHandler,
)
from shiboken6 import isValid

from sleuth.ui.jobs.lane import Lane
from sleuth.ui.viewers.web.addresses import ACT, GO, OUTWARD, PAGE, PICTURE, SCHEME, page_address, target_of
from sleuth.ui.viewers.web.pictures import read_picture
from sleuth.ui.viewers.web.script import SCRIPT, answer_of, call

WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld
_SCHEME = SCHEME.encode()


def _register_scheme() -> None:
    """Tell Chromium of our scheme, which is possible only before its first page."""
    if QWebEngineUrlScheme.schemeByName(QByteArray(_SCHEME)).name().data() == _SCHEME:
        return
    scheme = QWebEngineUrlScheme(QByteArray(_SCHEME))
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(QWebEngineUrlScheme.Flag.SecureScheme)
    QWebEngineUrlScheme.registerScheme(scheme)


_register_scheme()


class _Gate(QWebEngineUrlRequestInterceptor):
    """Lets through what we answer ourselves, and pictures that stand in the page."""

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        url = info.requestUrl()
        is_ours = url.scheme() == SCHEME and url.host() in (PAGE, PICTURE)
        is_picture = info.resourceType() == QWebEngineUrlRequestInfo.ResourceType.ResourceTypeImage
        info.block(not (is_ours or (url.scheme() == "data" and is_picture)))


class _Answers(QWebEngineUrlSchemeHandler):
    """Answers with the page that is shown and with its pictures, and with nothing else."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._number = 0
        self._page = b""
        self._root = Path()
        self._pictures: frozenset[str] = frozenset()

    def take(self, page: bytes, root: Path, pictures: frozenset[str]) -> str:
        """A new page; its address."""
        self._number += 1
        self._page, self._root, self._pictures = page, root, pictures
        return page_address(self._number)

    def allow(self, pictures: frozenset[str]) -> None:
        """The page that is shown has these, too."""
        self._pictures |= pictures

    def requestStarted(self, request: QWebEngineUrlRequestJob) -> None:
        url = request.requestUrl()
        if url.host() == PAGE and url.path() == f"/{self._number}":
            _reply(request, "text/html", self._page)
            return
        ref = target_of(url.path(QUrl.ComponentFormattingOption.FullyEncoded))
        if url.host() != PICTURE or ref not in self._pictures:
            request.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        root = self._root
        self._lane.start(
            lambda _: read_picture(root, ref),
            lambda found: _reply(request, *found),
            lambda _: _refuse(request),
        )

    def close(self) -> None:
        self._lane.close()


def _reply(request: QWebEngineUrlRequestJob, media_type: str, data: bytes) -> None:
    if isValid(request):  # the page may have been left meanwhile
        body = QBuffer(request)
        body.setData(QByteArray(data))
        request.reply(QByteArray(media_type.encode()), body)


def _refuse(request: QWebEngineUrlRequestJob) -> None:
    if isValid(request):
        request.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)


class LockedPage(QWebEnginePage):
    """A page of a profile of its own.

    Signals:
        link_activated: An address in the workspace, from its root (`/docs/a%20b.md#part`, `/src/app.py:3`), or a URL of
            the outside.
        acted: A control in the page was used: its name.
        shown: A page that was given to `show_page` stands, with its marks: the current one, and how many.
    """

    link_activated = Signal(str)
    acted = Signal(str)
    shown = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        # Without a name it keeps nothing on the disk. Its parent goes after every page, at the process's end too: a
        # profile that goes before its page takes the process with it.
        self._profile = QWebEngineProfile(QCoreApplication.instance())
        super().__init__(self._profile, parent)
        self._address = ""
        self._gate = _Gate(self._profile)
        self._answers = _Answers(self._profile)
        self._profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
        self._profile.setPersistentCookiesPolicy(
            QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies
        )
        self._profile.setUrlRequestInterceptor(self._gate)
        self._profile.installUrlSchemeHandler(QByteArray(_SCHEME), self._answers)
        _lock(self.settings())
        self.destroyed.connect(self._profile.deleteLater)
        self.loadFinished.connect(self._loaded)

    def show_page(
        self, html: str, root: Path, pictures: frozenset[str], pattern: str, flags: str, place: dict[str, Any]
    ) -> None:
        """Show a page; its marks are there and its place is reached before it is drawn."""
        script = QWebEngineScript()
        script.setWorldId(WORLD)
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
        script.setSourceCode(SCRIPT + call("open", pattern, flags, place))
        self.scripts().clear()
        self.scripts().insert(script)
        self._address = self._answers.take(html.encode("utf-8", "replace"), root, pictures)
        self.load(QUrl(self._address))

    def allow(self, pictures: frozenset[str]) -> None:
        """The page is about to show these, too."""
        self._answers.allow(pictures)

    def ask(self, name: str, *arguments: Any, answer: Callable[[Any], None] | None = None) -> None:
        """Call one of our script's functions in the page."""
        # An answer goes as JSON: PySide hands lists over as empty strings.
        told = answer or (lambda _: None)
        self.runJavaScript(call(name, *arguments), WORLD, lambda result: told(answer_of(result)))

    def release(self) -> None:
        """End what runs; the profile goes once its page is gone, as Qt demands."""
        self._answers.close()
        self.deleteLater()

    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main: bool
    ) -> bool:
        url = QUrl(url)
        if is_main and kind == QWebEnginePage.NavigationType.NavigationTypeLinkClicked:
            self._follow(url)
        is_asked = (
            kind == QWebEnginePage.NavigationType.NavigationTypeTyped and url.toString() == self._address
        )
        return is_main and is_asked

    def javaScriptConsoleMessage(self, *_: Any) -> None:
        """What a page complains of, such as what its policy kept from it, is nobody's concern."""

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in OUTWARD:
            self.link_activated.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        elif url.scheme() == SCHEME and url.host() == GO:
            self.link_activated.emit("/" + target_of(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))
        elif url.scheme() == SCHEME and url.host() == ACT:
            self.acted.emit(target_of(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))

    def _loaded(self, is_well: bool) -> None:
        # A link that was not followed ends a load too, a failed one.
        if is_well and self.url().toString().partition("#")[0] == self._address:
            self.ask("settle", answer=self._settled)

    def _settled(self, state: Any) -> None:
        if isinstance(state, list):
            self.shown.emit(int(state[0]), int(state[1]))


def _lock(settings: QWebEngineSettings) -> None:
    attribute = QWebEngineSettings.WebAttribute
    for name in (
        attribute.JavascriptEnabled,
        attribute.JavascriptCanOpenWindows,
        attribute.JavascriptCanAccessClipboard,
        attribute.JavascriptCanPaste,
        attribute.LocalStorageEnabled,
        attribute.LocalContentCanAccessRemoteUrls,
        attribute.LocalContentCanAccessFileUrls,
        attribute.HyperlinkAuditingEnabled,
        attribute.PluginsEnabled,
        attribute.PdfViewerEnabled,
        attribute.FullScreenSupportEnabled,
        attribute.ScreenCaptureEnabled,
        attribute.WebGLEnabled,
        attribute.AutoLoadIconsForPage,
        attribute.DnsPrefetchEnabled,
        attribute.AllowRunningInsecureContent,
        attribute.AllowGeolocationOnInsecureOrigins,
        attribute.NavigateOnDropEnabled,
        attribute.ErrorPageEnabled,
    ):
        settings.setAttribute(name, False)
